import { readAddressFile } from "@foyer/domain/address-file";
import type { Seat } from "@foyer/contract/seats";
import { previewInvitations, type PreviewedInvitation } from "@foyer/domain/invitations";

/** Most entries that a file may have; a license has 2,200 seats at most, and doubles are common. */
const entryCountMax = 10_000;

/** A file's entries, each with what would become of it. */
export interface AddressList {
  readonly rows: readonly PreviewedInvitation[];
  /** What would be invited. */
  readonly good: readonly string[];
  /** How many of each verdict, for the summary. */
  readonly counts: Readonly<Record<PreviewedInvitation["verdict"], number>>;
}

/** Reads a CSV or text file and says of each entry what an invitation would do; nothing is sent. */
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
