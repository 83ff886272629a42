import { call } from "@foyer/api-client/client";
import type { LicenseEvent } from "@foyer/contract/managers";
import { writeCsv } from "@foyer/domain/csv";
import { formatDate } from "@foyer/domain/dates";
import { cents, formatMoney } from "@foyer/domain/money";
import { Button } from "@foyer/ui/button";
import { EmptyState, Skeleton } from "@foyer/ui/placeholders";
import { Section } from "@foyer/ui/section";
import { Cell, Table } from "@foyer/ui/table";
import { infiniteQueryOptions, useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { words } from "#words/team";
import { QueryFailure } from "../../shared/screens/loaded.tsx";
import { api } from "../../shared/requests/api.ts";
import { sentenceOf } from "../../shared/failures/failure-sentence.ts";
import { mutedClass } from "../../shared/screens/panel.tsx";
import { eventsKey } from "../../shared/subscription/subscription-queries.ts";
import { fileNameOf, saveFile } from "../../shared/screens/save-file.ts";
import { sectionIds } from "../team-index.tsx";
import { eventSentence } from "./event-sentence.ts";
import { Priced } from "../../shared/money/priced.tsx";
import styles from "./history-section.module.css";

const PAGE = 10;
const EXPORT_PAGE = 500;

function eventsQuery(licenseId: string) {
  return infiniteQueryOptions({
    queryKey: eventsKey(licenseId),
    queryFn: async ({ pageParam, signal }) =>
      await call(api, "listLicenseEvents", {
        params: { id: licenseId },
        query: { limit: PAGE, ...(pageParam === null ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ events, has_more: hasMore }) => (hasMore ? (events.at(-1)?.id ?? null) : null),
  });
}

/** The record of the license, newest first; all of it as CSV. */
export function HistorySection({ licenseId, name }: { licenseId: string; name: string }) {
  const record = useInfiniteQuery(eventsQuery(licenseId));
  const save = useMutation({
    mutationFn: async () => await allEvents(licenseId),
    onSuccess: (events) => saveFile(`${fileNameOf(name)}-record.csv`, "text/csv", recordCsv(events)),
  });
  const events = record.data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <Section
      title={words.historyTitle}
      id={sectionIds.record}
      actions={
        <Button
          small
          look="quiet"
          className={styles.export}
          aria-label={words.exportRecord}
          busy={save.isPending}
          disabled={events.length === 0}
          onClick={() => save.mutate()}
        >
          {words.exportCsv}
        </Button>
      }
    >
      <p className={mutedClass}>{words.historyText}</p>
      {save.isError && <p role="alert">{sentenceOf(save.error)}</p>}
      {record.isPending && <Skeleton label={words.loading} lines={[0.9, 0.7, 0.8]} />}
      {record.isError && <QueryFailure title={words.historyFailed} query={record} />}
      {record.isSuccess && events.length === 0 && <EmptyState title={words.nothingYet} />}
      {events.length > 0 && (
        <Table caption={words.historyTitle} head={[words.when, words.what, words.who]}>
          {events.map((event) => (
            <tr key={event.id}>
              <Cell label={words.when} className={styles.when}>
                {formatDate(event.at)} <span className={styles.time}>{words.atTime(event.at.slice(11, 16))}</span>
              </Cell>
              <Cell label={words.what} className={styles.what}>
                {eventSentence(event)}
                {event.amount !== undefined && (
                  <>
                    {" "}
                    <Priced>{words.paid(costOf(event))}</Priced>
                  </>
                )}
              </Cell>
              <Cell label={words.who}>{whoOf(event)}</Cell>
            </tr>
          ))}
        </Table>
      )}
      {record.hasNextPage && (
        <p>
          <Button small busy={record.isFetchingNextPage} onClick={() => void record.fetchNextPage()}>
            {words.showEarlier}
          </Button>
        </p>
      )}
    </Section>
  );
}

function costOf({ amount, currency }: LicenseEvent): string {
  return amount === undefined ? "" : formatMoney(cents(amount), currency ?? "usd");
}

function whoOf({ by, by_kind: kind }: LicenseEvent): string {
  return by ?? words.byKinds[kind];
}

async function allEvents(licenseId: string): Promise<LicenseEvent[]> {
  const all: LicenseEvent[] = [];
  let before: string | undefined;
  do {
    // Each page begins at the end of the previous one.
    // oxlint-disable-next-line eslint/no-await-in-loop
    const { events, has_more: hasMore } = await call(api, "listLicenseEvents", {
      params: { id: licenseId },
      query: { limit: EXPORT_PAGE, ...(before === undefined ? {} : { before }) },
    });
    all.push(...events);
    before = hasMore ? events.at(-1)?.id : undefined;
  } while (before !== undefined);
  return all;
}

function recordCsv(events: readonly LicenseEvent[]): string {
  const rows = events.map((event) => [event.at, eventSentence(event), whoOf(event), costOf(event)]);
  return writeCsv([[words.when, words.what, words.who, words.cost], ...rows]);
}
