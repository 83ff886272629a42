import type { StaffAccountPage } from "@foyer/contract/staff-wire";
import { Section } from "@foyer/ui/section";
import { Cell, Table } from "@foyer/ui/table";
import { words } from "#words/admin";
import styles from "../admin.module.css";
import { ActButton, useActDialog } from "../repair/act-buttons.tsx";
import { revokeKey } from "./account-acts.tsx";

/** The legacy keys that a person registered. Absent without keys. */
export function KeysSection({ keys }: { keys: StaffAccountPage["license_keys"] }) {
  const { open, dialog } = useActDialog("keys");
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
              <ActButton act={revokeKey(key)} look="quiet" onOpen={open} />
            </Cell>
          </tr>
        ))}
      </Table>
      {dialog}
    </Section>
  );
}
