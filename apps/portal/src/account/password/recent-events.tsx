import type { AccountEvent } from "@foyer/contract/account-events";
import { Button } from "@foyer/ui/button";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { words } from "#words/account-events";
import { later } from "../../shared/screens/part.tsx";
import { hasFailed, isFirstLoad, QueryFailure } from "../../shared/screens/loaded.tsx";
import { mutedClass } from "../../shared/screens/panel.tsx";
import { momentOf } from "../../shared/screens/moment.ts";
import styles from "../account-page.module.css";
import { sectionIds } from "../section-ids.ts";
import { eventSentence } from "./event-sentence.ts";
import { accountEventsQuery } from "./security-queries.ts";
import { SecurityRow, useFold } from "./security-row.tsx";

const NotMeDialog = later(async () => (await import("./not-me-dialog.tsx")).NotMeDialog);

/** The account's events of the last 90 days, newest first (KEY-08). */
export function RecentEvents() {
  const record = useInfiniteQuery(accountEventsQuery);
  const fold = useFold(sectionIds.activity);
  const [disowned, setDisowned] = useState<AccountEvent | null>(null);
  const events = record.data?.pages.flatMap((page) => page.events) ?? [];
  const isFirstPage = record.data?.pages.length === 1;
  return (
    <SecurityRow
      title={words.title}
      id={sectionIds.activity}
      state={events[0] ? eventSentence(events[0]) : record.isSuccess && words.none}
      isLoading={isFirstLoad(record)}
      fold={events.length > 0 && !record.isError ? fold : undefined}
    >
      {(record.isError || hasFailed(record)) && <QueryFailure title={words.failed} query={record} />}
      {events.length > 0 && (
        <ul className={styles.rows} aria-label={words.title}>
          {events.map((event) => (
            <EventRow key={event.id} event={event} onDisown={() => setDisowned(event)} />
          ))}
        </ul>
      )}
      {record.hasNextPage && (
        <div>
          <Button
            small
            aria-label={isFirstPage ? words.showAllEvents : words.showMoreEvents}
            busy={record.isFetchingNextPage}
            onClick={() => void record.fetchNextPage()}
          >
            {isFirstPage ? words.showAll : words.showMore}
          </Button>
        </div>
      )}
      {record.isSuccess && !isFirstPage && !record.hasNextPage && <p className={mutedClass}>{words.allShown}</p>}
      <Suspense>{disowned && <NotMeDialog event={disowned} onClose={() => setDisowned(null)} />}</Suspense>
    </SecurityRow>
  );
}

function EventRow({ event, onDisown }: { event: AccountEvent; onDisown: () => void }) {
  const sentence = eventSentence(event);
  const at = momentOf(event.at);
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p>{sentence}</p>
        <p className={styles.details}>
          <span>{at}</span>
          {event.ip && <span>{event.ip}</span>}
        </p>
      </div>
      {event.can_disown && (
        <Button small aria-label={words.notMeOf(sentence, at)} onClick={onDisown}>
          {words.notMe}
        </Button>
      )}
    </li>
  );
}
