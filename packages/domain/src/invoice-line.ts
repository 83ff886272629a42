import { formatDate, fromUnixSeconds } from "./dates.ts";

/** Content of an invoice line. */
export interface PaidSeats {
  readonly product: string;
  readonly seats: number;
  /** Unix seconds. */
  readonly period: { readonly start: number; readonly end: number };
  /** Negative for a credit. */
  readonly amount: number;
}

const count = new Intl.NumberFormat("en-US");

/**
 * Returns a line of an invoice in words: `Outlinear 5: 25 seats, Nov 20, 2026 to Nov 20, 2027` (DOC-09). A one-time
 * payment has no period, and a period within one day has one date.
 */
export function invoiceLine({ product, seats, period, amount }: PaidSeats): string {
  const paid = seats === 1 ? "1 seat" : `${count.format(seats)} seats`;
  const [from, until] = [period.start, period.end].map((at) => formatDate(fromUnixSeconds(at)));
  const seatsPaid = `${product}: ${amount < 0 ? "credit for " : ""}${paid}`;
  if (period.start === period.end) return seatsPaid;
  return from === until ? `${seatsPaid}, ${from}` : `${seatsPaid}, ${from} to ${until}`;
}
