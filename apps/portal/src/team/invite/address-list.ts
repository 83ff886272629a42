import { readAddressFile } from "@foyer/domain/address-file";
import type { Seat } from "@foyer/contract/seats";
import { previewInvitations, type PreviewedInvitation } from "@foyer/domain/invitations";

/** Maximum number of entries in a file; a license has at most 2,200 seats, and duplicates are common. */
const entryCountMax = 10_000;

/** A file's entries, each with the expected result. */
export interface AddressList {
  readonly rows: readonly PreviewedInvitation[];
  /** The addresses that would be invited. */
  readonly good: readonly string[];
  /** Number of entries with each verdict, for the summary. */
  readonly counts: Readonly<Record<PreviewedInvitation["verdict"], number>>;
}

/** Reads a CSV or text file and returns the expected result of each entry; sends nothing. */
export function readAddressList(
  text: string,
  seats: readonly Pick<Seat, "email">[],
  availableSeats: number,
): AddressList {
  const entries = readAddressFile(text).slice(0, entryCountMax);
  const rows = previewInvitations(
    entries,
    seats.map(({ email }) => email),
    availableSeats,
  );
  const counts = { good: 0, malformed: 0, double: 0, seated: 0, no_seat_left: 0 };
  for (const { verdict } of rows) counts[verdict] += 1;
  return { rows, counts, good: rows.filter(({ verdict }) => verdict === "good").map(({ entry }) => entry.trim()) };
}
