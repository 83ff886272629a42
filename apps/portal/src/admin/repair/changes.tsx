import type { Repair } from "@foyer/contract/staff-wire";
import { Cell, Table } from "@foyer/ui/table";
import { words } from "#words/admin-repairs";
import { mutedClass } from "../../shared/screens/panel.tsx";
import { changeRows } from "./change-rows.ts";
import styles from "../admin.module.css";

/** What a repair changes, or would change: before and after side by side. */
export function Changes({ change }: { change: Repair }) {
  const rows = changeRows(change.before, change.after);
  if (rows.length === 0) return <p className={mutedClass}>{words.nothingChanges}</p>;
  return (
    <Table
      caption={change.applied ? words.hasChanged : words.wouldChange}
      head={[words.field, words.before, words.after]}
    >
      {rows.map((row) => (
        <tr key={row.key}>
          <Cell label={words.field}>{row.name}</Cell>
          <Cell label={words.before} className={styles.value}>
            {row.before}
          </Cell>
          <Cell label={words.after} className={styles.value}>
            <strong>{row.after}</strong>
          </Cell>
        </tr>
      ))}
    </Table>
  );
}
