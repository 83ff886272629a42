import type { Seat } from "@foyer/contract/seats";
import { type ComponentType, memo } from "react";
import { words } from "#words/team";
import styles from "./seat-table.module.css";

export interface SeatRowProps {
  seat: Seat;
  /** Place in the shown list, from zero. */
  index: number;
  top: number;
  isSelected: boolean;
  onToggle: (id: string, isSelected: boolean) => void;
  Status: ComponentType<{ seat: Seat }>;
}

/** One seat. Flat on purpose: up to forty of these are rendered on every keystroke in the filter. */
export const SeatRow = memo(function SeatRow({ seat, index, top, isSelected, onToggle, Status }: SeatRowProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      className={isSelected ? `${styles.row} ${styles.selected}` : styles.row}
      style={{ top }}
    >
      <div role="cell" className={styles.tick}>
        <input
          type="checkbox"
          checked={isSelected}
          aria-label={words.select(seat.email)}
          onChange={(event) => onToggle(seat.id, event.target.checked)}
        />
      </div>
      <div role="cell" className={seat.username === null ? styles.nobody : styles.user}>
        {seat.username ?? words.invitationPending}
      </div>
      <div role="cell" className={styles.email} title={seat.email}>
        {seat.email}
      </div>
      <div role="cell" className={styles.status}>
        <Status seat={seat} />
      </div>
    </div>
  );
});
