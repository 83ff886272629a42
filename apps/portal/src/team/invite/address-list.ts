import { readAddresses } from "@foyer/domain/address-file";
import type { Seat } from "@foyer/contract/seats";
import { type InvitationVerdict, previewInvitations, type PreviewedInvitation } from "@foyer/domain/invitations";

/** Most entries that a list may have; a license has 2,200 seats at most, and doubles are common. */
const entryCountMax = 10_000;

/** In the order in which a preview shows them. */
export const verdicts: readonly InvitationVerdict[] = [
  "good",
  "no_seat_left",
  "seated",
  "invited",
  "double",
  "malformed",
];

/** What was typed or dropped, entry by entry, each with what would become of it. */
export interface AddressList {
  /** Sorted by what would become of them, then by address. */
  readonly rows: readonly PreviewedInvitation[];
  /** What would be invited, in the list's own order. */
  readonly good: readonly string[];
  /** What is sent where the service is to judge: everything, in the list's own order. */
  readonly entries: readonly string[];
  /** How many of each verdict, for the summary. */
  readonly counts: Readonly<Record<InvitationVerdict, number>>;
}

/** Reads a typed list or a CSV or text file, and says of each entry what an invitation would do; nothing is sent. */
export function readAddressList(
  text: string,
  seats: readonly Pick<Seat, "email" | "status">[],
  availableSeats: number,
): AddressList {
  const entries = readAddresses(text).slice(0, entryCountMax);
  const emails = (isPending: boolean) =>
    seats.filter(({ status }) => (status === "pending") === isPending).map(({ email }) => email);
  const judged = previewInvitations(entries, emails(false), availableSeats, emails(true));
  const counts = { good: 0, no_seat_left: 0, seated: 0, invited: 0, double: 0, malformed: 0 };
  for (const { verdict } of judged) counts[verdict] += 1;
  const rank = (verdict: InvitationVerdict) => verdicts.indexOf(verdict);
  const rows = judged.toSorted(
    (one, other) => rank(one.verdict) - rank(other.verdict) || one.entry.localeCompare(other.entry, "en"),
  );
  const good = judged.filter(({ verdict }) => verdict === "good").map(({ entry }) => entry.trim());
  return { rows, counts, good, entries };
}
