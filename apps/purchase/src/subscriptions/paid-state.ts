import { isStorableQuantity } from "@foyer/domain/quantity";
import type { ProviderInvoice, ProviderLine, ProviderSubscription } from "../stripe/payment-gateway.ts";

/** What is paid for, and the paid period in Unix seconds. */
export interface PaidState {
  readonly plan: string;
  readonly quantity: number;
  readonly from: number;
  readonly until: number;
}

/** True for a line that pays for seats: no credit, and no free line of a plan that has not begun. */
function paysForSeats(line: ProviderLine): boolean {
  if (line.planId === null || line.amount < 0 || !isStorableQuantity(line.quantity)) return false;
  return line.proration || line.amount > 0;
}

/** True for a later period end, and for equal ends a later start. Of equal periods the later invoice wins. */
function isLater(one: ProviderLine, other: ProviderLine): boolean {
  if (one.period.end !== other.period.end) return one.period.end > other.period.end;
  return one.period.start >= other.period.start;
}

/**
 * Returns the plan and quantity in force, computed from the paid invoices. It depends only on the provider's
 * objects, so that lost, late and repeated events make no difference.
 *
 * The line with the latest end decides. Of lines in one period, the one that begins last decides, because
 * it is the latest change.
 *
 * @param before the known state, which is kept if the invoices say nothing newer.
 */
export function paidState(
  subscription: ProviderSubscription,
  invoices: readonly ProviderInvoice[],
  before: PaidState | null,
): PaidState {
  // The provider lists the newest first. For invoices of the same second, only this order is known.
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

/**
 * True if the line is not older than the known state. The list of invoices is limited, so the newest may be missing.
 */
function reaches(line: ProviderLine, before: PaidState): boolean {
  return line.period.end >= before.until;
}

/** The provider lists the latest change first, and in each change the credit before the debit. */
function inOrder(lines: readonly ProviderLine[]): readonly ProviderLine[] {
  return lines.toSorted((one, other) => one.period.start - other.period.start);
}

/** Returns the state of a subscription without a paid invoice, including a trial. */
function asBilled({ plan, quantity, periodStart, periodEnd, status }: ProviderSubscription): PaidState {
  const isPaid = status === "active" || status === "trialing";
  return { plan: plan.id, quantity, from: periodStart, until: isPaid ? periodEnd : periodStart };
}
