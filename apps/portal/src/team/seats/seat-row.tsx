import type { Seat } from "@foyer/contract/seats";
import { type ComponentType, memo } from "react";
import { words } from "#words/team";
import { emailId, type SeatStatusProps } from "./seat-status.tsx";
import styles from "./seat-table.module.css";

interface SeatRowProps {
  seat: Seat;
  /** Position in the visible list, from zero. */
  index: number;
  top: number;
  /** The invitation expired; it keeps its seat until it is removed, lapses or is sent again. */
  hasRunOut: boolean;
  /** The day on which an active seat was last used; undefined where that is not known. */
  lastUsed: string | undefined;
  /** The viewer holds the seat. */
  isOwn: boolean;
  /** It is the only seat of the license. */
  isOnly: boolean;
  Status: ComponentType<SeatStatusProps>;
}

/**
 * One seat. Flat on purpose, because twenty of these change on every keystroke in the filter. React reuses rows by
 * position, but a status by its seat, because it has state. The table sets and reads the checkbox.
 */
export const SeatRow = memo(function SeatRow({
  seat,
  index,
  top,
  hasRunOut,
  isOwn,
  isOnly,
  lastUsed,
  Status,
}: SeatRowProps) {
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
        {nameOf(seat, hasRunOut, isOwn)}
      </div>
      <div role="cell" id={emailId(seat)} className={styles.email} title={seat.email}>
        {seat.email}
      </div>
      <div role="cell" className={styles.status}>
        {seat.status === "active" && !isOnly ? (
          (lastUsed ?? words.activeSeat)
        ) : (
          <Status key={seat.id} seat={seat} hasRunOut={hasRunOut} />
        )}
      </div>
    </div>
  );
});

function nameOf({ username }: Seat, hasRunOut: boolean, isOwn: boolean): string {
  if (username === null) return hasRunOut ? words.expired : words.invitationPending;
  return isOwn ? words.own(username) : username;
}
