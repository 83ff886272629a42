import type { InvoicePreview } from "@foyer/contract/subscription-wire";
import { formatDate, fromUnixSeconds } from "@foyer/domain/dates";
import { cents, formatMoney, sumCents } from "@foyer/domain/money";
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
  const taxes = taxRows(preview);
  const sums = taxes.length === 0 ? [] : [{ label: words.subtotal, amount: cents(preview.subtotal) }, ...taxes];
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
    ...taxRows(preview),
    ...balanceRow(preview),
    { label: words.totalCharged, amount: cents(preview.total), look: "total" },
    ...renewalRow(preview),
  ];
}

function lineLabel({ amount, proration }: PreviewLine, { from, to }: SeatChange): string {
  if (!proration) return words.newPeriodOf(to);
  return amount < 0 ? words.unusedTime(from) : words.remainingTime(to);
}

/** Where no tax is charged, why: an amount without tax would else look like one that tax is added to later. */
function taxRows({ tax, reverse_charge: isReverse }: InvoicePreview): readonly AmountRow[] {
  if (isReverse) return [{ label: words.reverseCharge, amount: cents(tax) }];
  return tax === 0 ? [] : [{ label: words.tax, amount: cents(tax) }];
}

/** What an earlier credit takes off, or a smallest amount that is carried over. */
function balanceRow(preview: InvoicePreview): readonly AmountRow[] {
  const { subtotal, tax, total } = preview;
  const difference = total - subtotal - tax;
  if (difference === 0) return [];
  return [{ label: isCarriedOver(preview) ? words.carriedOver : words.balance, amount: cents(difference) }];
}

function isCarriedOver({ total, next_renewal: next }: InvoicePreview): boolean {
  return total === 0 && (next?.balance ?? 0) > 0;
}

function renewalRow({ next_renewal: next, currency }: InvoicePreview): readonly AmountRow[] {
  if (!next) return [];
  const row: AmountRow = { label: words.nextRenewal(dateOf(next.at)), amount: cents(next.total), look: "later" };
  const { balance = 0 } = next;
  if (balance === 0) return [row];
  const amount = formatMoney(cents(Math.abs(balance)), currency);
  return [{ ...row, note: balance > 0 ? words.renewalOwed(amount) : words.renewalCredit(amount) }];
}

/** Says what becomes of an amount that is not charged now; null where something is, or nothing is left. */
export function leftForLater(preview: InvoicePreview): string | null {
  const balance = preview.next_renewal?.balance ?? 0;
  if (preview.lines.data.length === 0 || preview.total !== 0 || balance === 0) return null;
  const amount = formatMoney(cents(Math.abs(balance)), preview.currency);
  return isCarriedOver(preview) ? words.addedToNext(amount) : words.creditForNext(amount);
}

function dateOf(seconds: number): string {
  return formatDate(fromUnixSeconds(seconds));
}
