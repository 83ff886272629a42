import type { Seat } from "@foyer/contract/seats";
import { memo } from "react";
import { words } from "#words/team";
import { seatColumn, type SeatColumnName, type SeatFacts } from "./seat-columns.tsx";
import { emailId } from "./seat-status.tsx";
import styles from "./seat-table.module.css";

interface SeatRowProps {
  seat: Seat;
  facts: SeatFacts;
  columns: readonly SeatColumnName[];
  /** Position in the visible list, from zero. */
  index: number;
  top: number;
}

/**
 * One seat. Flat on purpose, because twenty of these change on every keystroke in the filter. React reuses rows by
 * position, but a status by its seat, because it has state. The table sets and reads the checkbox.
 */
export const SeatRow = memo(function SeatRow({ seat, facts, columns, index, top }: SeatRowProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      data-seat={seat.id}
      data-status={seat.status}
      className={styles.row}
      style={{ top }}
    >
      <div role="cell" className={styles.tick}>
        <input type="checkbox" aria-label={words.select(seat.email)} />
      </div>
      {columns.map((by) => {
        const { name, text, cell = text } = seatColumn(by);
        return (
          <div
            key={by}
            role="cell"
            id={by === "email" ? emailId(seat) : undefined}
            data-name={name}
            title={by === "user" || by === "email" ? text(seat, facts) : undefined}
            className={styles[by] ?? styles.text}
          >
            {cell(seat, facts)}
          </div>
        );
      })}
    </div>
  );
});
