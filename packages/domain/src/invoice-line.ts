import { formatDate, fromUnixSeconds } from "./dates.ts";

/** What a line of an invoice pays for. */
export interface PaidSeats {
  readonly product: string;
  readonly seats: number;
  /** Unix seconds. */
  readonly period: { readonly start: number; readonly end: number };
  /** Negative for a credit. */
  readonly amount: number;
}

const count = new Intl.NumberFormat("en-US");

/** Returns a line of a subscription's invoice in words: `Outlinear 5: 25 seats, Nov 20, 2026 to Nov 20, 2027` (DOC-09). */
export function invoiceLine({ product, seats, period, amount }: PaidSeats): string {
  const paid = seats === 1 ? "1 seat" : `${count.format(seats)} seats`;
  const [from, until] = [period.start, period.end].map((at) => formatDate(fromUnixSeconds(at)));
  return `${product}: ${amount < 0 ? "credit for " : ""}${paid}, ${from} to ${until}`;
}
