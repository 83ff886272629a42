import { call } from "@foyer/api-client/client";
import { Button } from "@foyer/ui/button";
import { announce } from "@foyer/ui/live-region";
import { Notice } from "@foyer/ui/notice";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { coarseNetwork } from "@foyer/domain/network";
import { useState } from "react";
import { words } from "#words/security";
import { words as sending } from "#words/sending";
import { hasFailed, isFirstLoad, Loaded } from "../../shared/screens/loaded.tsx";
import { api } from "../../shared/requests/api.ts";
import { FailureNotice } from "../../shared/screens/failure-notice.tsx";
import { mutedClass } from "../../shared/screens/panel.tsx";
import { useFirstRows } from "../../shared/screens/use-first-rows.ts";
import { useSubmit } from "../../shared/forms/use-submit.ts";
import { WaitingLine } from "../../shared/forms/waiting-line.tsx";
import styles from "../account-page.module.css";
import { sectionIds } from "../section-ids.ts";
import { accountEventsQuery, sessionsQuery } from "./security-queries.ts";
import { SecurityRow, useFold } from "./security-row.tsx";
import { BrowserRow, SessionRow } from "./session-row.tsx";

const SHOWN_AT_FIRST = 3;

/** The account's sessions and trusted browsers, and the buttons to end them (LOOK-14). */
export function Sessions() {
  const sessions = useQuery(sessionsQuery);
  const { ending, endingTrust, endingOthers, chosen, hasEnded } = useEndings();
  const fold = useFold(sectionIds.sessions);
  const { list, showsAll, showAll } = useFirstRows(SHOWN_AT_FIRST);
  const live = sessions.data?.sessions ?? [];
  const trusted = sessions.data?.trusted ?? [];
  const hidden = showsAll ? 0 : Math.max(0, live.length + trusted.length - SHOWN_AT_FIRST);
  const here = coarseNetwork(live.find(({ current }) => current)?.ip ?? "");
  const isAnyTrusted = trusted.length > 0 || live.some(({ trust }) => trust);
  const failure = ending.failure ?? endingTrust.failure ?? endingOthers.failure;
  const isBusy = (id: string): boolean => (ending.busy || endingTrust.busy) && chosen === id;
  return (
    <SecurityRow
      title={words.sessions}
      id={sectionIds.sessions}
      state={sessions.data && words.sessionCount(live.length)}
      isLoading={isFirstLoad(sessions)}
      // A failure must be seen.
      fold={hasFailed(sessions) ? undefined : fold}
    >
      <FailureNotice failure={failure} />
      <WaitingLine waiting={ending.waiting ?? endingTrust.waiting ?? endingOthers.waiting} />
      {hasEnded && (
        <Notice
          kind="info"
          action={
            <Button small onClick={() => document.getElementById(sectionIds.editPassword)?.focus()}>
              {words.changePassword}
            </Button>
          }
        >
          {words.notYours}
        </Notice>
      )}
      <Loaded query={sessions} failed={words.sessionsFailed} lines={[0.5, 0.4]}>
        {() => (
          <ul ref={list} className={styles.rows} aria-label={words.sessions}>
            {live.slice(0, showsAll ? undefined : SHOWN_AT_FIRST).map((session) => (
              <SessionRow
                key={session.id}
                here={here}
                session={session}
                ending={isBusy(session.id)}
                endingTrust={isBusy(session.trust?.browser ?? "")}
                onEnd={() => ending.submit(session.id)}
                onEndTrust={endingTrust.submit}
              />
            ))}
            {trusted.slice(0, showsAll ? undefined : Math.max(0, SHOWN_AT_FIRST - live.length)).map((browser) => (
              <BrowserRow
                key={browser.id}
                here={here}
                browser={browser}
                endingTrust={isBusy(browser.id)}
                onEndTrust={endingTrust.submit}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {hidden > 0 && (
        <div>
          <Button small look="quiet" aria-label={words.showAllSessions} onClick={showAll}>
            {words.showAll}
          </Button>
        </div>
      )}
      {(live.length > 1 || trusted.length > 0) && (
        <div className={styles.group}>
          {isAnyTrusted && <p className={mutedClass}>{words.endAllHelp}</p>}
          <div>
            <Button small busy={endingOthers.busy} onClick={() => endingOthers.submit()}>
              {words.endOthers}
            </Button>
          </div>
        </div>
      )}
    </SecurityRow>
  );
}

/** Ends a session, a trust, or all of them; `chosen` is the last one that was pressed. */
function useEndings() {
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<string | null>(null);
  const [hasEnded, setHasEnded] = useState(false);
  async function readAgain() {
    // Each ending is an event too. A failed read of the events must not delay this.
    void queries.invalidateQueries({ queryKey: accountEventsQuery.queryKey });
    await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  }
  const ending = useSubmit(async (session: string, signal) => {
    setChosen(session);
    await call(api, "endSession", { params: { session }, signal });
    await readAgain();
    setHasEnded(true);
    announce(words.ended);
  }, sending.ending);
  const endingTrust = useSubmit(async (browser: string, signal) => {
    setChosen(browser);
    await call(api, "endBrowserTrust", { params: { browser }, signal });
    await readAgain();
    announce(words.trustEnded);
  }, sending.endingTrust);
  const endingOthers = useSubmit(async (_, signal) => {
    const { ended } = await call(api, "endOtherSessions", { signal });
    await readAgain();
    announce(words.othersEnded(ended));
  }, sending.endingOthers);
  return { ending, endingTrust, endingOthers, chosen, hasEnded };
}
