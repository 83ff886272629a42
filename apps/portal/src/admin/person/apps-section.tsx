import type { ConnectedApp } from "@foyer/contract/apps";
import { Section } from "@foyer/ui/section";
import { Cell, Table } from "@foyer/ui/table";
import { words } from "#words/admin-apps";
import { ActButton, useActDialog } from "../repair/act-buttons.tsx";
import { formatTime } from "../times.ts";
import { endApp } from "./account-acts.tsx";

interface AppsSectionProps {
  username: string;
  apps: readonly ConnectedApp[];
}

/** The apps in which a person is signed in, which staff can sign out. Absent without apps. */
export function AppsSection({ username, apps }: AppsSectionProps) {
  const { open, dialog } = useActDialog("apps");
  return (
    <>
      {apps.length > 0 && (
        <Section title={words.title}>
          <Table caption={words.title} head={[words.app, words.device, words.lastUsed, words.actions]}>
            {apps.map((grant) => (
              <tr key={grant.id}>
                <Cell label={words.app}>{grant.app.name}</Cell>
                <Cell label={words.device}>{grant.device_name ?? words.noDevice}</Cell>
                <Cell label={words.lastUsed}>{formatTime(grant.last_used)}</Cell>
                <Cell label="">
                  <ActButton act={endApp(username, grant)} look="quiet" onOpen={open} />
                </Cell>
              </tr>
            ))}
          </Table>
        </Section>
      )}
      {dialog}
    </>
  );
}
