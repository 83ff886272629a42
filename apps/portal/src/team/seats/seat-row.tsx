import type { Seat } from "@foyer/contract/seats";
import { type ComponentType, memo } from "react";
import { words } from "#words/team";
import styles from "./seat-table.module.css";

export interface SeatRowProps {
  seat: Seat;
  /** Place in the shown list, from zero. */
  index: number;
  top: number;
  /** Nobody accepted the invitation in its time; it keeps its seat until it is removed, lapses or is sent again. */
  hasRunOut: boolean;
  Status: ComponentType<{ seat: Seat }>;
}

/**
 * One seat. Flat on purpose: twenty of these change on every keystroke in the filter. Rows are kept by their place, so
 * that what a status remembers is kept by its seat. Whether it is ticked is the table's to say, and to hear.
 */
export const SeatRow = memo(function SeatRow({ seat, index, top, hasRunOut, Status }: SeatRowProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      data-seat={seat.id}
      className={styles.row}
      style={{ top }}
    >
      <div role="cell" className={styles.tick}>
        <input type="checkbox" aria-label={words.select(seat.email)} />
      </div>
      <div role="cell" className={seat.username === null ? styles.nobody : styles.user}>
        {seat.username ?? (hasRunOut ? words.expired : words.invitationPending)}
      </div>
      <div role="cell" className={styles.email} title={seat.email}>
        {seat.email}
      </div>
      <div role="cell" className={styles.status}>
        {seat.status === "active" ? words.activeSeat : <Status key={seat.id} seat={seat} />}
      </div>
    </div>
  );
});
