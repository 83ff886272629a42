import { call } from "@foyer/api-client/client";
import type { StaffAccountPage } from "@foyer/contract/staff-wire";
import { Button } from "@foyer/ui/button";
import { Section } from "@foyer/ui/section";
import { Cell, Table } from "@foyer/ui/table";
import { useState } from "react";
import { words } from "#words/admin";
import { words as repairs } from "#words/admin-repairs";
import { api } from "../../shared/requests/api.ts";
import styles from "../admin.module.css";
import { RepairDialog } from "../repair/repair-dialog.tsx";
import { useRights } from "../use-rights.ts";

/** The legacy keys that a person registered; nothing where there are none. */
export function KeysSection({ keys }: { keys: StaffAccountPage["license_keys"] }) {
  const may = useRights();
  const [revoking, setRevoking] = useState<string | null>(null);
  if (keys.length === 0) return null;
  return (
    <Section title={words.keys}>
      <Table dense caption={words.keys} head={[words.key, words.keyOwner, words.actions]}>
        {keys.map(({ key, owner }) => (
          <tr key={key}>
            <Cell label={words.key} className={styles.id}>
              {key}
            </Cell>
            <Cell label={words.keyOwner}>{owner}</Cell>
            <Cell label="">
              {may("issue_key") && (
                <Button small look="quiet" aria-label={words.revokeOf(key)} onClick={() => setRevoking(key)}>
                  {words.revoke}
                </Button>
              )}
            </Cell>
          </tr>
        ))}
      </Table>
      {revoking && <RevokeKeyDialog licenseKey={revoking} onClose={() => setRevoking(null)} />}
    </Section>
  );
}

function RevokeKeyDialog({ licenseKey, onClose }: { licenseKey: string; onClose: () => void }) {
  return (
    <RepairDialog
      title={repairs.revokeKeyTitle(licenseKey)}
      text={repairs.revokeKeyText}
      agree={repairs.revokeKey}
      isDangerous
      run={(body, idempotencyKey) => call(api, "staffRevokeKey", { params: { key: licenseKey }, body, idempotencyKey })}
      onClose={onClose}
    />
  );
}
