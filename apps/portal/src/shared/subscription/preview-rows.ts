import type { InvoicePreview } from "@foyer/contract/subscription-wire";
import { formatDate, fromUnixSeconds } from "@foyer/domain/dates";
import { cents, sumCents } from "@foyer/domain/money";
import { words } from "#words/subscription";
import type { AmountRow } from "./amounts.tsx";

type PreviewLine = InvoicePreview["lines"]["data"][number];

/** A change of seats, from how many to how many. */
interface SeatChange {
  readonly from: number;
  readonly to: number;
}

/**
 * A preview as the review of a change of seats shows it: its lines, tax, what is due now, and the next renewal.
 * The lines are told in our words: every provider has its own, with dates in its own way.
 */
export function seatRows(preview: InvoicePreview, change: SeatChange): readonly AmountRow[] {
  const lines = preview.lines.data.map((line) => ({
    label: lineLabel(line, change),
    note: words.span(dateOf(line.period.start), dateOf(line.period.end)),
    amount: cents(line.amount),
  }));
  const sums = preview.tax === 0 ? [] : [{ label: words.subtotal, amount: cents(preview.subtotal) }, taxRow(preview)];
  return [
    ...lines,
    ...sums,
    ...balanceRow(preview),
    { label: words.dueNow, amount: cents(preview.total), look: "total" },
    ...renewalRow(preview),
  ];
}

/** A preview as the switch of the billing cycle shows it: the credit, the new period, and the total (CYCLE-03). */
export function cycleRows(preview: InvoicePreview): readonly AmountRow[] {
  const { data } = preview.lines;
  const credit = sumCents(data.filter(({ amount }) => amount < 0).map(({ amount }) => cents(amount)));
  const charged = data.filter(({ amount }) => amount >= 0);
  const periods = charged.map(({ amount, period }) => ({
    label: words.newPeriod(dateOf(period.start), dateOf(period.end)),
    amount: cents(amount),
  }));
  return [
    { label: words.creditForRemaining, amount: credit },
    ...periods,
    ...(preview.tax === 0 ? [] : [taxRow(preview)]),
    ...balanceRow(preview),
    { label: words.totalCharged, amount: cents(preview.total), look: "total" },
    ...renewalRow(preview),
  ];
}

function lineLabel({ amount, proration }: PreviewLine, { from, to }: SeatChange): string {
  if (!proration) return words.newPeriodOf(to);
  return amount < 0 ? words.unusedTime(from) : words.remainingTime(to);
}

function taxRow({ tax }: InvoicePreview): AmountRow {
  return { label: words.tax, amount: cents(tax) };
}

/** What an earlier credit takes off, or a smallest amount that is carried over. */
function balanceRow({ subtotal, tax, total }: InvoicePreview): readonly AmountRow[] {
  const difference = total - subtotal - tax;
  return difference === 0 ? [] : [{ label: words.balance, amount: cents(difference) }];
}

function renewalRow({ next_renewal: next }: InvoicePreview): readonly AmountRow[] {
  if (!next) return [];
  return [{ label: words.nextRenewal(dateOf(next.at)), amount: cents(next.total), look: "later" }];
}

function dateOf(seconds: number): string {
  return formatDate(fromUnixSeconds(seconds));
}
