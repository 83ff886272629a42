import type { ColumnChoice } from "@foyer/domain/address-file";
import { showInvisible } from "@foyer/domain/invisible";
import { Button } from "@foyer/ui/button";
import { words } from "#words/invite-file";
import styles from "./invite-section.module.css";

interface ColumnQuestionProps {
  choice: ColumnChoice;
  onChoose: (column: number) => void;
}

/** Asks which column of a table has the addresses, and shows the first rows of each that may. */
export function ColumnQuestion({ choice: { columns, headings, rows }, onChoose }: ColumnQuestionProps) {
  return (
    <section className={styles.question} aria-label={words.columnQuestion}>
      <p role="status">
        <strong>{words.columnQuestion}</strong> {words.columnQuestionText}
      </p>
      <div className={styles.columns}>
        {columns.map((column) => {
          const heading = headings[column] || words.columnNumber(column + 1);
          return (
            <div key={column} className={styles.column}>
              <strong translate="no">{heading}</strong>
              <ul translate="no">
                {rows.map((row, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- rows of a file have no identity
                  <li key={at}>{showInvisible(row[column] ?? "") || "\u00a0"}</li>
                ))}
              </ul>
              <Button small aria-label={words.useColumnOf(heading)} onClick={() => onChoose(column)}>
                {words.useColumn}
              </Button>
            </div>
          );
        })}
      </div>
    </section>
  );
}
