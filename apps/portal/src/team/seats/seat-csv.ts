import type { Seat } from "@foyer/contract/seats";
import { writeCsv } from "@foyer/domain/csv";
import { words } from "#words/team";

/** Returns the seats as CSV in the given order; text that looks like a formula is escaped. */
export function seatCsv(seats: readonly Seat[]): string {
  return writeCsv([[words.user, words.email, words.status], ...seats.map(rowOf)]);
}

function rowOf({ username, email, status }: Seat): readonly string[] {
  const word = { active: words.activeSeat, expiring: words.expiringSeat, pending: words.invitationPending }[status];
  return [username ?? "", email, word];
}
