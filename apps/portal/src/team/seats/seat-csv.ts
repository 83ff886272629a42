import type { Seat } from "@foyer/contract/seats";
import { writeCsv } from "@foyer/domain/csv";
import { words } from "#words/team";

/** The seats as a spreadsheet reads them, in the order given; what looks like a formula is made text. */
export function seatCsv(seats: readonly Seat[]): string {
  return writeCsv([[words.user, words.email, words.status], ...seats.map(rowOf)]);
}

function rowOf({ username, email, status }: Seat): readonly string[] {
  const word = { active: words.activeSeat, expiring: words.expiringSeat, pending: words.invitationPending }[status];
  return [username ?? "", email, word];
}
