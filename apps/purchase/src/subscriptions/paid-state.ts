import type { ProviderInvoice, ProviderLine, ProviderSubscription } from "../stripe/payment-gateway.ts";

/** What is paid for, and until when: unix seconds. */
export interface PaidState {
  readonly plan: string;
  readonly quantity: number;
  readonly from: number;
  readonly until: number;
}

/** A line that pays for seats: no credit, and not the free line of a plan that waits to begin. */
function paysForSeats(line: ProviderLine): boolean {
  if (line.planId === null || line.amount < 0) return false;
  return line.proration || line.amount > 0;
}

/** Later in time; of two that begin together, the one that was invoiced later. */
function isLater(one: ProviderLine, other: ProviderLine): boolean {
  if (one.period.end !== other.period.end) return one.period.end > other.period.end;
  return one.period.start >= other.period.start;
}

/**
 * The plan and quantity in force, read from the invoices that were paid: a function of the provider's objects alone,
 * so that lost, late and repeated news make no difference.
 *
 * The line that reaches furthest decides; among those of one period the one that begins last, which is the latest change.
 *
 * @param before what was known; it stands where the invoices say nothing newer.
 */
export function paidState(
  subscription: ProviderSubscription,
  invoices: readonly ProviderInvoice[],
  before: PaidState | null,
): PaidState {
  // The provider lists the newest first; of two made in one second that order is all there is.
  const paid = invoices
    .filter((invoice) => invoice.status === "paid")
    .toReversed()
    .toSorted((one, other) => one.created - other.created);
  let latest: ProviderLine | null = null;
  for (const line of paid.flatMap((invoice) => inOrder(invoice.lines))) {
    if (paysForSeats(line) && (latest === null || isLater(line, latest))) latest = line;
  }
  if (latest?.planId && (before === null || reaches(latest, before))) {
    return {
      plan: latest.planId,
      quantity: latest.quantity,
      from: latest.proration && before ? Math.min(before.from, latest.period.start) : latest.period.start,
      until: latest.period.end,
    };
  }
  return before ?? asBilled(subscription);
}

/** Not older than what is known: a list of invoices is cut off somewhere. */
function reaches(line: ProviderLine, before: PaidState): boolean {
  return line.period.end >= before.until;
}

/** The provider lists the latest change first, and in each change the credit before the debit. */
function inOrder(lines: readonly ProviderLine[]): readonly ProviderLine[] {
  return lines.toSorted((one, other) => one.period.start - other.period.start);
}

/** A subscription without any paid invoice: what it has counts, a free beginning included. */
function asBilled({ plan, quantity, periodStart, periodEnd, status }: ProviderSubscription): PaidState {
  const isPaid = status === "active" || status === "trialing";
  return { plan: plan.id, quantity, from: periodStart, until: isPaid ? periodEnd : periodStart };
}
