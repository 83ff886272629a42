import { call } from "@foyer/api-client/client";
import type { ConnectedApp } from "@foyer/contract/apps";
import { formatDate } from "@foyer/domain/dates";
import { Button } from "@foyer/ui/button";
import { announce } from "@foyer/ui/live-region";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { scopeWords, words } from "#words/apps";
import { words as sending } from "#words/sending";
import { api } from "../../shared/requests/api.ts";
import { isFirstLoad, MissingParts } from "../../shared/screens/loaded.tsx";
import { FailureNotice } from "../../shared/screens/failure-notice.tsx";
import { useSubmit } from "../../shared/forms/use-submit.ts";
import { WaitingLine } from "../../shared/forms/waiting-line.tsx";
import styles from "../account-page.module.css";
import { sectionIds } from "../section-ids.ts";
import { connectedAppsQuery } from "./security-queries.ts";
import { SecurityRow, useFold } from "./security-row.tsx";

/** The apps that are signed in to the account, each with a button to disconnect it (OIDC-21). */
export function ConnectedApps() {
  const queries = useQueryClient();
  const apps = useQuery(connectedAppsQuery);
  const { data: held = [] } = apps;
  const fold = useFold(sectionIds.apps);
  const [chosen, setChosen] = useState<string | null>(null);
  const ending = useSubmit(async (grant: string, signal) => {
    setChosen(grant);
    await call(api, "endConnectedApp", { params: { grant }, signal });
    await queries.invalidateQueries({ queryKey: connectedAppsQuery.queryKey });
    announce(words.ended);
  }, sending.endingApp);
  return (
    <SecurityRow
      title={words.connected}
      id={sectionIds.apps}
      state={apps.data && words.count(held.length)}
      isLoading={isFirstLoad(apps)}
      fold={held.length > 0 ? fold : undefined}
    >
      <FailureNotice failure={ending.failure} />
      <WaitingLine waiting={ending.waiting} />
      <MissingParts queries={[apps]} title={words.connectedFailed} />
      {held.length > 0 && (
        <ul className={styles.rows} aria-label={words.connected}>
          {held.map((app) => (
            <AppRow
              key={app.id}
              app={app}
              busy={ending.busy && chosen === app.id}
              onEnd={() => ending.submit(app.id)}
            />
          ))}
        </ul>
      )}
    </SecurityRow>
  );
}

interface AppRowProps {
  app: ConnectedApp;
  busy: boolean;
  onEnd: () => void;
}

function AppRow({ app: { app, device_name: device, scopes, created, last_used: used }, busy, onEnd }: AppRowProps) {
  const may = scopes.filter((scope) => scope !== "openid").map((scope) => scopeWords[scope]);
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p className={styles.name}>
          {app.name}
          {device !== null && ` · ${device}`}
        </p>
        <p className={styles.details}>
          <span>{words.since(formatDate(created))}</span>
          <span>{words.lastUsed(formatDate(used))}</span>
        </p>
        {may.length > 0 && <p className={styles.details}>{words.may(may)}</p>}
      </div>
      <div className={styles.rowActions}>
        <Button small busy={busy} aria-label={words.endOf(app.name, device)} onClick={onEnd}>
          {words.end}
        </Button>
      </div>
    </li>
  );
}
