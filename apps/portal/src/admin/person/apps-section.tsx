import { call } from "@foyer/api-client/client";
import type { ConnectedApp } from "@foyer/contract/apps";
import { Button } from "@foyer/ui/button";
import { Section } from "@foyer/ui/section";
import { Cell, Table } from "@foyer/ui/table";
import { useState } from "react";
import { words } from "#words/admin-apps";
import { api } from "../../shared/requests/api.ts";
import { RepairDialog } from "../repair/repair-dialog.tsx";
import { formatTime } from "../times.ts";
import { useRights } from "../use-rights.ts";

interface AppsSectionProps {
  username: string;
  apps: readonly ConnectedApp[];
}

/** The apps in which a person is signed in, and the end of each; nothing where there are none. */
export function AppsSection({ username, apps }: AppsSectionProps) {
  const may = useRights();
  const [ending, setEnding] = useState<ConnectedApp | null>(null);
  if (apps.length === 0) return null;
  return (
    <Section title={words.title}>
      <Table caption={words.title} head={[words.app, words.device, words.lastUsed, words.actions]}>
        {apps.map((grant) => (
          <tr key={grant.id}>
            <Cell label={words.app}>{grant.app.name}</Cell>
            <Cell label={words.device}>{grant.device_name ?? words.noDevice}</Cell>
            <Cell label={words.lastUsed}>{formatTime(grant.last_used)}</Cell>
            <Cell label="">
              {may("end_sessions") && (
                <Button
                  small
                  look="quiet"
                  aria-label={words.endOf(grant.app.name, grant.device_name)}
                  onClick={() => setEnding(grant)}
                >
                  {words.end}
                </Button>
              )}
            </Cell>
          </tr>
        ))}
      </Table>
      {ending && <EndAppDialog username={username} grant={ending} onClose={() => setEnding(null)} />}
    </Section>
  );
}

interface EndAppDialogProps {
  username: string;
  grant: ConnectedApp;
  onClose: () => void;
}

function EndAppDialog({ username, grant: { id, app }, onClose }: EndAppDialogProps) {
  return (
    <RepairDialog
      title={words.endTitle(app.name, username)}
      text={words.endText}
      agree={words.end}
      isDangerous
      run={(body, idempotencyKey) =>
        call(api, "staffEndApp", { params: { username, grant: id }, body, idempotencyKey })
      }
      onClose={onClose}
    />
  );
}
