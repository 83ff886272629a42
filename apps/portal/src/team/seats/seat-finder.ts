import type { Seat } from "@foyer/contract/seats";

interface FoundSeats {
  readonly seats: readonly Seat[];
  /** The shortest typed text that found exactly these seats; while it stays, so does the list. */
  readonly wanted: string;
}

const KEPT = 32;

/**
 * Finds the seats with an address that contains a text, case ignored (SEATS-01). A text that finds no fewer seats
 * than the previous one returns the same array, so that such a keystroke renders nothing. Earlier results are cached
 * for deleted letters.
 */
export function seatFinder(seats: readonly Seat[]): (filter: string) => FoundSeats {
  const everybody: FoundSeats = { seats, wanted: "" };
  const known = new Map([["", everybody]]);
  let last = { wanted: "", found: everybody };

  function find(wanted: string): FoundSeats {
    const among = wanted.includes(last.wanted) ? last.found : everybody;
    const left = among.seats.filter((seat) => searched(seat).includes(wanted));
    return left.length === among.seats.length ? among : { seats: left, wanted };
  }

  return (filter) => {
    const wanted = filter.trim().toLowerCase();
    const found = known.get(wanted) ?? find(wanted);
    if (known.size > KEPT) known.clear();
    known.set(wanted, found);
    last = { wanted, found };
    return found;
  };
}

const lowerCase = new WeakMap<Seat, string>();

/** Computed once for each seat, not with every keystroke. */
function searched(seat: Seat): string {
  const kept = lowerCase.get(seat);
  if (kept !== undefined) return kept;
  const text = seat.email.toLowerCase();
  lowerCase.set(seat, text);
  return text;
}
