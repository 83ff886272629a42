import styles from "../admin.module.css";
import { changeRows } from "../repair/change-rows.ts";

/** The changes of an act, one line for each field. */
export function ChangeLines({ before, after }: { before: unknown; after: unknown }) {
  const rows = changeRows(snapshotOf(before), snapshotOf(after));
  return (
    <ul className={styles.small}>
      {rows.map((row) => (
        <li key={row.key}>
          {row.name}: {row.before} → {row.after}
        </li>
      ))}
    </ul>
  );
}

function snapshotOf(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null ? { ...value } : null;
}
