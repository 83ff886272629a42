import type { Seat } from "@foyer/contract/seats";
import { writeCsv } from "@foyer/domain/csv";
import { formatDate } from "@foyer/domain/dates";
import { Fragment, type ReactNode } from "react";
import { words } from "#words/seat-acts";
import { isInvitationExpired } from "../../shared/forms/invitation-expired.ts";
import { SeatDialogButton, SeatStatus } from "./seat-status.tsx";

/** What the list knows beside the seats. */
export interface SeatFacts {
  /** Day of the last use by the seat's id, null for never; absent if the product does not report use. */
  readonly lastUses?: ReadonlyMap<string, string | null> | undefined;
  /** The services' time, ISO 8601; without it, no invitation is shown as expired. */
  readonly now?: string | undefined;
  /** Account name of the viewer, whose own seat is marked. */
  readonly own?: string | null;
  /** The license has only one seat, which can be given away (LOOK-12). */
  readonly isOnly?: boolean;
}

export interface SeatColumn {
  readonly name: string;
  /** Its track in the grid of a wide table. */
  readonly width: string;
  /** The text in the table and in the CSV file. */
  readonly text: (seat: Seat, facts: SeatFacts) => string;
  /** What the column is sorted by; the text in lower case by default. */
  readonly key?: (seat: Seat, facts: SeatFacts) => string;
  /** The content of the cell, if it is more than the text. */
  readonly cell?: (seat: Seat, facts: SeatFacts) => ReactNode;
  /** Returns whether the table has the column; by default it always has. */
  readonly isShown?: (facts: SeatFacts) => boolean;
}

const statusOrder = { active: "0", expiring: "1", pending: "2" } as const;

/** The columns of the table and of the CSV file, in their order; on a small screen the lines of a row. */
const columns = {
  user: {
    name: words.user,
    width: "minmax(112px, 0.8fr)",
    text: ({ username }) => username ?? "",
    // People before invitations, which have no name yet.
    key: ({ username }) => (username === null ? "1" : `0${username.toLowerCase()}`),
    cell: (seat, { own, now }) => {
      if (seat.username === null) return isInvitationExpired(seat, now) ? words.expired : words.statuses.pending;
      return seat.username === own ? words.own(seat.username) : seat.username;
    },
  },
  email: {
    name: words.email,
    width: "minmax(168px, 1.2fr)",
    text: ({ email }) => email,
    cell: ({ email }) => {
      const at = email.lastIndexOf("@");
      // A long address is broken before its @ first.
      return [email.slice(0, at), <wbr key="break" />, email.slice(at)];
    },
  },
  lastUsed: {
    name: words.lastUsed,
    width: "112px",
    text: ({ id }, { lastUses }) => {
      const day = lastUses?.get(id);
      return day === null ? words.never : formatDate(day ?? "");
    },
    // Invitations come last, because nobody can have used them.
    key: ({ id }, { lastUses }) => {
      const day = lastUses?.get(id);
      return day === undefined ? "9" : (day ?? "0");
    },
    isShown: ({ lastUses }) => lastUses !== undefined,
  },
  status: {
    name: words.status,
    width: "var(--status-width)",
    text: ({ status }) => words.statuses[status],
    key: ({ status }) => statusOrder[status],
    cell: (seat, facts) =>
      seat.status === "active" && facts.isOnly !== true ? (
        words.statuses.active
      ) : (
        <Fragment key={seat.id}>
          <SeatStatus seat={seat} hasRunOut={isInvitationExpired(seat, facts.now)} />
          {facts.isOnly && (
            <SeatDialogButton kind="give" seat={seat}>
              {words.give}
            </SeatDialogButton>
          )}
        </Fragment>
      ),
  },
} satisfies Record<string, SeatColumn>;

export type SeatColumnName = keyof typeof columns;

/** Returns a column's definition. */
export const seatColumn = (by: SeatColumnName): SeatColumn => columns[by];

/** Returns the columns that a list with these facts has. */
export function shownColumns(facts: SeatFacts): readonly SeatColumnName[] {
  // The type of `Object.keys` is wider than the record.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (Object.keys(columns) as SeatColumnName[]).filter((by) => seatColumn(by).isShown?.(facts) ?? true);
}

/** Returns the seats as CSV in the given order; text that looks like a formula is escaped. */
export function seatCsv(seats: readonly Seat[], facts: SeatFacts): string {
  const shown = shownColumns(facts).map(seatColumn);
  return writeCsv([shown.map(({ name }) => name), ...seats.map((seat) => shown.map(({ text }) => text(seat, facts)))]);
}
