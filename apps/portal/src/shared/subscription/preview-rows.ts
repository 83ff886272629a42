import type { InvoicePreview } from "@foyer/contract/subscription-wire";
import { formatDate, fromUnixSeconds } from "@foyer/domain/dates";
import { cents, formatMoney, sumCents } from "@foyer/domain/money";
import { words } from "#words/subscription";
import type { AmountRow } from "../money/amounts.tsx";

type PreviewLine = InvoicePreview["lines"]["data"][number];

/** A change of seats: the number before and after. */
interface SeatChange {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the rows of a review of a change of seats: its lines, tax, the amount due now, and the next renewal. The
 * lines have our own words, because each provider has its own texts and date formats.
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

/** Returns the rows of a switch of the billing cycle: the credit, the new period, and the total (CYCLE-03). */
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

/** Returns a row with the reason why no tax is charged; otherwise tax might seem to be added later. */
function taxRows({ tax, tax_included: included, reverse_charge: isReverse }: InvoicePreview): readonly AmountRow[] {
  if (isReverse) return [{ label: words.reverseCharge, amount: cents(tax) }];
  return tax === 0 ? [] : [{ label: included === undefined ? words.tax : words.taxIncluded, amount: cents(tax) }];
}

/** Returns a row for a credit that is subtracted, or a small amount that is carried over. */
function balanceRow(preview: InvoicePreview): readonly AmountRow[] {
  const { subtotal, tax, tax_included: included = 0, total } = preview;
  const difference = total - subtotal - (tax - included);
  if (difference === 0) return [];
  return [{ label: balanceLabel(preview, difference), amount: cents(difference) }];
}

/** Returns what a difference is: an amount for later, a debit of earlier invoices, or a credit that is used. */
function balanceLabel(preview: InvoicePreview, difference: number): string {
  if (isCarriedOver(preview)) return words.carriedOver;
  return difference > 0 ? words.owedBefore : words.balance;
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

/** Returns a sentence about an amount that is not charged now; null if an amount is charged or nothing is left. */
export function leftForLater(preview: InvoicePreview): string | null {
  const balance = preview.next_renewal?.balance ?? 0;
  if (preview.lines.data.length === 0 || preview.total !== 0 || balance === 0) return null;
  const amount = formatMoney(cents(Math.abs(balance)), preview.currency);
  return isCarriedOver(preview) ? words.addedToNext(amount) : words.creditForNext(amount);
}

function dateOf(seconds: number): string {
  return formatDate(fromUnixSeconds(seconds));
}
