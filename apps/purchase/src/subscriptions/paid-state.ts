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

/** Position of an invoice in its numbering, for example 7 of `ABCD1234-0007`, or null before it has a number. */
function positionOf({ number }: ProviderInvoice): { series: string; position: number } | null {
  const [, series, position] = /^(.*?)(\d{1,15})$/.exec(number ?? "") ?? [];
  return series === undefined ? null : { series, position: Number(position) };
}

/**
 * Returns the paid invoices in the order in which they were made. Their numbers have that order, whatever the clock
 * said. Without numbers of one series, the time has it, and for invoices of one second the provider's list.
 */
function inOrderOfMaking(invoices: readonly ProviderInvoice[]): readonly ProviderInvoice[] {
  // The provider lists the newest first.
  const paid = invoices.filter(({ status }) => status === "paid").toReversed();
  const numbered = paid.flatMap((invoice) => {
    const place = positionOf(invoice);
    return place ? [{ invoice, ...place }] : [];
  });
  const isOneSeries = numbered.length === paid.length && new Set(numbered.map(({ series }) => series)).size <= 1;
  if (!isOneSeries) return paid.toSorted((one, other) => one.created - other.created);
  return numbered.toSorted((one, other) => one.position - other.position).map(({ invoice }) => invoice);
}

/**
 * Returns the plan and quantity in force, computed from the paid invoices. It depends only on the provider's
 * objects, so that lost, late and repeated events make no difference.
 *
 * The line with the latest end decides. Of lines with the same end, the one of the latest invoice decides, and in
 * that invoice the one that begins last, because it is the latest change.
 *
 * @param before the known state, which is kept if the invoices say nothing newer.
 */
export function paidState(
  subscription: ProviderSubscription,
  invoices: readonly ProviderInvoice[],
  before: PaidState | null,
): PaidState {
  let latest: ProviderLine | null = null;
  for (const line of inOrderOfMaking(invoices).flatMap((invoice) => inOrder(invoice.lines))) {
    if (paysForSeats(line) && (latest === null || line.period.end >= latest.period.end)) latest = line;
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
