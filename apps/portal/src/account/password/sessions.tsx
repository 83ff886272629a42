import { call } from "@foyer/api-client/client";
import { Button } from "@foyer/ui/button";
import { announce } from "@foyer/ui/live-region";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { words } from "#words/security";
import { Loaded } from "../../shared/loaded.tsx";
import { api } from "../../shared/api.ts";
import { FailureNotice } from "../../shared/failure-notice.tsx";
import { mutedClass } from "../../shared/panel.tsx";
import { useSubmit } from "../../shared/use-submit.ts";
import styles from "../account-page.module.css";
import { sessionsQuery } from "./security-queries.ts";
import { BrowserRow, SessionRow } from "./session-row.tsx";

/** The account's sessions and trusted browsers, and the buttons to end them. */
export function Sessions() {
  const sessions = useQuery(sessionsQuery);
  const { ending, endingTrust, endingOthers, chosen } = useEndings();
  const live = sessions.data?.sessions ?? [];
  const trusted = sessions.data?.trusted ?? [];
  const isAnyTrusted = trusted.length > 0 || live.some(({ trust }) => trust);
  const isBusy = (id: string): boolean => (ending.busy || endingTrust.busy) && chosen === id;
  return (
    <div className={styles.group}>
      <h3>{words.sessions}</h3>
      <FailureNotice failure={ending.failure ?? endingTrust.failure ?? endingOthers.failure} />
      <Loaded query={sessions} failed={words.sessionsFailed} lines={[0.5, 0.4]}>
        {() => (
          <ul className={styles.rows} aria-label={words.sessions}>
            {live.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                ending={isBusy(session.id)}
                endingTrust={isBusy(session.trust?.browser ?? "")}
                onEnd={() => ending.submit(session.id)}
                onEndTrust={endingTrust.submit}
              />
            ))}
            {trusted.map((browser) => (
              <BrowserRow
                key={browser.id}
                browser={browser}
                endingTrust={isBusy(browser.id)}
                onEndTrust={endingTrust.submit}
              />
            ))}
          </ul>
        )}
      </Loaded>
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
    </div>
  );
}

/** Ends a session, a trust, or all of them; `chosen` is the last one that was pressed. */
function useEndings() {
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<string | null>(null);
  const readAgain = () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  const ending = useSubmit(async (session: string) => {
    setChosen(session);
    await call(api, "endSession", { params: { session } });
    await readAgain();
    announce(words.ended);
  });
  const endingTrust = useSubmit(async (browser: string) => {
    setChosen(browser);
    await call(api, "endBrowserTrust", { params: { browser } });
    await readAgain();
    announce(words.trustEnded);
  });
  const endingOthers = useSubmit<void>(async () => {
    const { ended } = await call(api, "endOtherSessions");
    await readAgain();
    announce(words.othersEnded(ended));
  });
  return { ending, endingTrust, endingOthers, chosen };
}
