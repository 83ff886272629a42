import { formatDate, fromUnixSeconds } from "@foyer/domain/dates";
import { Button } from "@foyer/ui/button";
import { SelectField } from "@foyer/ui/field";
import { EmptyState, Skeleton } from "@foyer/ui/placeholders";
import { Section } from "@foyer/ui/section";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { callFile } from "@foyer/api-client/call-file";
import { call } from "@foyer/api-client/client";
import type { Archive } from "@foyer/contract/documents";
import { announce } from "@foyer/ui/live-region";
import { Notice } from "@foyer/ui/notice";
import { words as common } from "#words/common";
import { words } from "#words/papers";
import { hasFailed, isFirstLoad, MissingParts, QueryFailure } from "../shared/screens/loaded.tsx";
import { mutedClass } from "../shared/screens/panel.tsx";
import { managedLicensesQuery } from "../shared/requests/queries.ts";
import { serviceClockQuery } from "../shared/settings/service-clock.ts";
import { yearsFrom } from "./paper-years.ts";
import { archivesQuery, type PaperFilter, papersQuery } from "./paper-queries.ts";
import { PaperTable } from "./paper-table.tsx";
import styles from "./papers.module.css";
import { useFilter } from "./use-filter.ts";
import { FailureNotice } from "../shared/screens/failure-notice.tsx";
import { api } from "../shared/requests/api.ts";
import { saveBlob } from "../shared/screens/save-file.ts";
import { useSubmit } from "../shared/forms/use-submit.ts";

/** Invoices, receipts, credit notes and refunds in one list, by year and license (DOC-06). */
export function PapersSection({ customerId }: { customerId: string }) {
  const [filter, setFilter] = useFilter();
  const [opened] = useState(() => new Date());
  const thisYear = (useQuery(serviceClockQuery).data ?? opened).getUTCFullYear();
  // Only the complete list without a filter shows the first year.
  const all = useInfiniteQuery({ ...papersQuery(customerId, { year: null, license: null }), enabled: false });
  const oldest = all.data?.pages.at(-1)?.documents.at(-1)?.date;
  const isWhole = all.isSuccess && !all.hasNextPage;
  const first = oldest === undefined ? thisYear : fromUnixSeconds(oldest).getUTCFullYear();
  const years = yearsFrom(isWhole ? first : null, thisYear, filter.year);
  const pages = useInfiniteQuery(papersQuery(customerId, filter));
  const managed = useQuery(managedLicensesQuery);
  const licenses = useMemo(
    () => new Map(managed.data?.map(({ id, description }) => [id, description] as const)),
    [managed.data],
  );
  const papers = useMemo(() => pages.data?.pages.flatMap(({ documents }) => documents), [pages.data]);
  return (
    <Section title={words.list}>
      <Filters filter={filter} licenses={licenses} years={years} onChange={setFilter} />
      {papers && papers.length > 0 && <PaperTable papers={papers} licenses={licenses} />}
      {papers?.length === 0 && <EmptyState title={words.empty}>{words.emptyHelp}</EmptyState>}
      {isFirstLoad(pages) && <Skeleton label={common.loading} lines={[1, 1, 1, 0.6]} />}
      <MissingParts queries={[managed]} />
      {(pages.isError || hasFailed(pages)) && (
        <QueryFailure title={words.failed} query={papers ? { ...pages, refetch: pages.fetchNextPage } : pages} />
      )}
      {pages.hasNextPage && !pages.isError && (
        <div>
          <Button small busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {words.more}
          </Button>
        </div>
      )}
      <p className={mutedClass}>{words.linksAreOpen}</p>
      <Archives customerId={customerId} year={filter.year ?? thisYear} />
    </Section>
  );
}

interface FiltersProps {
  filter: PaperFilter;
  licenses: ReadonlyMap<string, string>;
  /** The years that are offered, newest first. */
  years: readonly number[];
  onChange: (filter: PaperFilter) => void;
}

function Filters({ filter, licenses, years, onChange }: FiltersProps) {
  const { year, license } = filter;
  const isKnown = license === null || licenses.has(license);
  return (
    <div className={styles.filters}>
      <SelectField
        label={words.year}
        value={year ?? ""}
        onChange={({ target }) => onChange({ ...filter, year: target.value === "" ? null : Number(target.value) })}
      >
        <option value="">{words.allYears}</option>
        {years.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={words.license}
        value={license ?? ""}
        onChange={({ target }) => onChange({ ...filter, license: target.value || null })}
      >
        <option value="">{words.allLicenses}</option>
        {[...licenses].map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {!isKnown && <option value={license}>{license}</option>}
      </SelectField>
    </div>
  );
}

/** Enough for a large year over a slow connection. */
const DOWNLOAD_MS = 10 * 60_000;

/** All papers of a year in one file, which is created in the background and can be downloaded for some days (DOC-07). */
function Archives({ customerId, year }: { customerId: string; year: number }) {
  const client = useQueryClient();
  const query = archivesQuery(customerId);
  const archives = useQuery(query);
  const params = { id: customerId };
  const starting = useSubmit(async () => {
    await call(api, "startArchive", { params, body: { year }, idempotencyKey: crypto.randomUUID() });
    announce(words.collecting);
    await client.invalidateQueries({ queryKey: query.queryKey });
  });
  const downloading = useSubmit<Archive>(async ({ id }) => {
    const input = { params: { ...params, archive: id }, timeoutMs: DOWNLOAD_MS };
    const { name, content } = await callFile(api, "downloadArchive", input);
    saveBlob(name, content);
  });
  const isBuilding = archives.data?.some((one) => one.year === year && one.state === "building") ?? false;
  return (
    <>
      <MissingParts queries={[archives]} />
      <FailureNotice failure={starting.failure ?? downloading.failure} />
      {archives.data?.map((archive) => (
        <ArchiveNotice
          key={archive.id}
          archive={archive}
          busy={downloading.busy}
          onDownload={() => downloading.submit(archive)}
        />
      ))}
      <div className={styles.actions}>
        <Button small busy={starting.busy || isBuilding} onClick={() => starting.submit()}>
          {words.collect(year)}
        </Button>
        <span className={mutedClass}>{words.collectHelp}</span>
      </div>
    </>
  );
}

interface ArchiveNoticeProps {
  archive: Archive;
  busy: boolean;
  onDownload: () => void;
}

function ArchiveNotice({ archive, busy, onDownload }: ArchiveNoticeProps) {
  const { year, state, papers, missing, ready_until: until } = archive;
  if (state === "building") {
    return (
      <Notice kind="info" announced={false}>
        {words.building(year, papers)}
      </Notice>
    );
  }
  if (state === "failed" || until === null) return <Notice kind="danger">{words.buildFailed(year)}</Notice>;
  return (
    <Notice
      kind={missing > 0 ? "warning" : "success"}
      action={
        <Button small busy={busy} onClick={onDownload}>
          {words.download(year)}
        </Button>
      }
    >
      <p>
        {words.ready(year, papers, formatDate(fromUnixSeconds(until)))} {missing > 0 && words.missing(missing)}
      </p>
    </Notice>
  );
}
