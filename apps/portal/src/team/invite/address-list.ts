import { type ColumnChoice, readAddresses } from "@foyer/domain/address-file";
import type { Seat } from "@foyer/contract/seats";
import { type InvitationVerdict, previewInvitations, type PreviewedInvitation } from "@foyer/domain/invitations";

/** Maximum number of entries in a list; a license has at most 2,200 seats, and duplicates are common. */
const entryCountMax = 10_000;

/** In the order of a preview. */
export const verdicts: readonly InvitationVerdict[] = [
  "good",
  "no_seat_left",
  "seated",
  "invited",
  "double",
  "malformed",
];

/** The entries that were typed or are in a file, each with the expected result. */
export interface AddressList {
  /** Sorted by result, then by address. */
  readonly rows: readonly PreviewedInvitation[];
  /** The addresses that would be invited, in the list's own order. */
  readonly good: readonly string[];
  /** The others, which stay to be corrected, without those named twice. */
  readonly rest: readonly string[];
  /** All entries in the list's own order, for a service that decides itself. */
  readonly entries: readonly string[];
  /** Number of entries with each verdict, for the summary. */
  readonly counts: Readonly<Record<InvitationVerdict, number>>;
  /** Asks which column of a table has the addresses. The list is empty until that is chosen. */
  readonly choice: ColumnChoice | null;
}

/** Reads a typed list, or a CSV or text file, and returns the expected result of each entry; sends nothing. */
export function readAddressList(
  text: string,
  seats: readonly Pick<Seat, "email" | "status">[],
  availableSeats: number,
  column: number | null = null,
): AddressList {
  const { entries: all, choice } = readAddresses(text, column);
  const entries = all.slice(0, entryCountMax);
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
  const rest = judged.filter(({ verdict }) => verdict !== "good" && verdict !== "double").map(({ entry }) => entry);
  return { rows, counts, good, rest, entries, choice };
}
