import { call } from "@foyer/api-client/client";
import type { Session } from "@foyer/contract/sessions";
import { formatDate } from "@foyer/domain/dates";
import { Button } from "@foyer/ui/button";
import { announce } from "@foyer/ui/live-region";
import { Tag } from "@foyer/ui/tag";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { words } from "#words/security";
import { Answer } from "../../shared/answer.tsx";
import { api } from "../../shared/api.ts";
import { FailureNotice } from "../../shared/failure-notice.tsx";
import { useSubmit } from "../../shared/use-submit.ts";
import styles from "../account-page.module.css";
import { deviceName } from "./device-name.ts";
import { sessionsQuery } from "./security-queries.ts";

/** Where the account is signed in, and the end of any session but this one. */
export function Sessions() {
  const sessions = useQuery(sessionsQuery);
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<string | null>(null);
  const ending = useSubmit(async (session: string) => {
    setChosen(session);
    await call(api, "endSession", { params: { session } });
    await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    announce(words.ended);
  });
  const endingOthers = useSubmit<void>(async () => {
    const { ended } = await call(api, "endOtherSessions");
    await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    announce(words.othersEnded(ended));
  });
  const hasOthers = (sessions.data?.length ?? 0) > 1;
  return (
    <div className={styles.group}>
      <h3>{words.sessions}</h3>
      <FailureNotice failure={ending.failure ?? endingOthers.failure} />
      <Answer query={sessions} failed={words.sessionsFailed} lines={[0.5, 0.4]}>
        {(live) => (
          <ul className={styles.rows}>
            {live.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                busy={ending.busy && chosen === session.id}
                onEnd={() => ending.submit(session.id)}
              />
            ))}
          </ul>
        )}
      </Answer>
      {hasOthers && (
        <div>
          <Button small busy={endingOthers.busy} onClick={() => endingOthers.submit()}>
            {words.endOthers}
          </Button>
        </div>
      )}
    </div>
  );
}

function SessionRow({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd: () => void }) {
  const device = deviceName(session.user_agent);
  const lastUsed = formatDate(session.last_used);
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p className={styles.name}>
          {device}
          {session.current && <Tag kind="info">{words.thisSession}</Tag>}
        </p>
        <p className={styles.details}>
          <span>{session.current ? words.since(formatDate(session.created)) : words.lastUsed(lastUsed)}</span>
          <span>{session.ip}</span>
        </p>
      </div>
      {!session.current && (
        <Button small busy={busy} aria-label={words.endOf(device, lastUsed)} onClick={onEnd}>
          {words.end}
        </Button>
      )}
    </li>
  );
}
