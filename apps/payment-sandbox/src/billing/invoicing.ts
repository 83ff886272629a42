import { leastCharge } from "../money/minimum.ts";
import { newBalanceTransaction, type Customer } from "../objects/customer.ts";
import { randomText } from "../objects/id.ts";
import { inInvoiceOrder, newInvoiceItem, type DraftLine, type InvoiceItem } from "../objects/invoice-item.ts";
import { newInvoiceLine, type InvoiceLine } from "../objects/invoice-line.ts";
import { newInvoice, withLines, type Invoice, type InvoiceFacts } from "../objects/invoice.ts";
import { totals } from "../objects/invoice-totals.ts";
import { newInvoicePayment, newPaymentIntent } from "../objects/payment-intent.ts";
import type { Subscription } from "../objects/subscription.ts";
import { all } from "../store/listing.ts";
import type { Unit } from "../store/unit.ts";
import { notModeled } from "../wire/refusal.ts";
import { paymentMethodFor } from "./payment-method-choice.ts";
import { markPaid } from "./settling.ts";

/** The content of an invoice before it is composed: pending items first, then its own lines. */
export interface Bill extends InvoiceFacts {
  items: InvoiceItem[];
  drafts: DraftLine[];
}

/** The invoice of a bill. Nothing is written. */
export function composed(bill: Bill): Invoice {
  const invoice = newInvoice(bill);
  const { subscription } = bill;
  const own = subscription && { id: subscription.id, item: subscription.items.data[0].id };
  const fromItems = bill.items.map((item) => {
    const details = item.parent?.subscription_details;
    const origin = details ? { id: details.subscription, item: details.subscription_item ?? "" } : null;
    const line = newInvoiceLine(invoice, item.sandbox.draft, { subscription: origin, invoiceItem: item.id });
    return { ...line, metadata: item.metadata };
  });
  const fromDrafts = bill.drafts.map((draft) =>
    newInvoiceLine(invoice, draft, { subscription: own, invoiceItem: null }),
  );
  return withLines(invoice, [...fromItems, ...fromDrafts]);
}

/** Invoice items for the drafts of one change; the newest change comes first on an invoice. */
export function itemsFor(
  at: number,
  customer: string,
  currency: string,
  drafts: readonly DraftLine[],
  subscription: Subscription | null,
): InvoiceItem[] {
  const change = randomText(12);
  const own = subscription && { id: subscription.id, item: subscription.items.data[0].id };
  return drafts.map((draft) => newInvoiceItem(at, currency, customer, draft, change, own));
}

export async function insertItems(unit: Unit, items: readonly InvoiceItem[]): Promise<void> {
  for (const item of items) {
    await unit.insert(item);
    await unit.emit("invoiceitem.created", item);
  }
}

/** The pending items of a subscription, in the order of an invoice. */
export async function pendingItems(unit: Unit, customer: string, subscription: string | null): Promise<InvoiceItem[]> {
  const filter = subscription ? { customer, parent: subscription } : { customer };
  const items = await all(unit, "invoiceitem", { ...filter, equals: { invoice: null } });
  return inInvoiceOrder(subscription ? items : items.filter((item) => item.parent === null));
}

/** Refuses what the sandbox does not compute: a discount on a line that a caller added. */
function refuseDiscountedItems({ items, subscription }: Bill): void {
  const isDiscounted = (subscription?.discounts.length ?? 0) > 0;
  if (isDiscounted && items.some(({ discountable }) => discountable)) {
    throw notModeled("a discount on an invoice item; send discountable=false", "discountable");
  }
}

/** Writes the draft, links its pending items to it, and makes it the subscription's latest invoice. */
export async function issueDraft(unit: Unit, bill: Bill): Promise<Invoice> {
  refuseDiscountedItems(bill);
  const invoice = await unit.insert(composed(bill));
  for (const item of bill.items) await unit.save(item, { invoice: invoice.id });
  if (bill.customer.currency === null) await unit.save(bill.customer, { currency: invoice.currency });
  const { subscription } = bill;
  if (subscription) {
    const debits = subscription.sandbox.debits.map((debit) => ({
      ...debit,
      source: debit.source ?? sourceOf(invoice, debit.amount, debit.period.start),
    }));
    subscription.sandbox.debits = debits;
    await unit.save(subscription, { latest_invoice: invoice.id });
  }
  if (invoice.automatically_finalizes_at !== null) {
    await unit.schedule("finalize", invoice.id, invoice.customer, invoice.automatically_finalizes_at);
  }
  await unit.emit("invoice.created", invoice);
  return invoice;
}

/** The amount of a line, less its discounts. */
function netOf({ amount, discount_amounts: discounts }: InvoiceLine): number {
  return (discounts ?? []).reduce((net, one) => net - one.amount, amount);
}

function sourceOf(invoice: Invoice, amount: number, start: number): { invoice: string; line: string } | null {
  const line = invoice.lines.data.find((one) => netOf(one) === amount && one.period.start === start);
  return line ? { invoice: invoice.id, line: line.id } : null;
}

async function moveBalance(
  unit: Unit,
  customer: Customer,
  invoice: Invoice,
  ending: number,
  type: "applied_to_invoice" | "invoice_too_small" | "unapplied_from_invoice",
) {
  const amount = ending - customer.balance;
  if (amount === 0) return;
  await unit.save(customer, { balance: ending });
  await unit.insert(
    newBalanceTransaction({
      amount,
      created: unit.now,
      currency: invoice.currency,
      customer: customer.id,
      ending_balance: ending,
      invoice: invoice.id,
      type,
    }),
  );
  await unit.emit("customer.updated", customer, { balance: ending - amount });
}

/** The customer's balance after the invoice has used or added credit. */
function balanceAfter(invoice: Invoice, balance: number): number {
  if (invoice.total < 0) return balance + invoice.total;
  return balance < 0 ? Math.min(0, balance + invoice.total) : 0;
}

/** Reverts the change of the customer's balance that finalizing an invoice made. */
export async function restoreBalance(unit: Unit, invoice: Invoice): Promise<void> {
  const applied = (invoice.ending_balance ?? 0) - invoice.starting_balance;
  if (invoice.ending_balance === null || applied === 0) return;
  const customer = await unit.get("customer", invoice.customer);
  await moveBalance(unit, customer, invoice, customer.balance - applied, "unapplied_from_invoice");
}

async function preparePayment(unit: Unit, invoice: Invoice): Promise<void> {
  const method = await paymentMethodFor(unit, invoice);
  const intent = newPaymentIntent({
    amount: invoice.amount_due,
    created: unit.now,
    currency: invoice.currency,
    customer: invoice.customer,
    description: invoice.billing_reason === "subscription_create" ? "Subscription creation" : "Subscription update",
    payment_method: method?.id ?? null,
    status: method ? "requires_confirmation" : "requires_payment_method",
    sandbox: { invoice: invoice.id },
  });
  await unit.insert(intent);
  await unit.insert(newInvoicePayment(intent));
  invoice.sandbox.paymentIntent = intent.id;
}

/** Finalizes a draft: gives it a number and applies the customer's balance. An invoice with nothing left to charge is paid. */
export async function finalize(unit: Unit, invoice: Invoice): Promise<Invoice> {
  const customer = await unit.get("customer", invoice.customer);
  await unit.unschedule("finalize", invoice.id);
  const number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, "0")}`;
  customer.next_invoice_sequence += 1;
  await unit.save(customer);
  const starting = customer.balance;
  const sums = totals(invoice.lines.data, starting);
  const tooSmall = sums.amount_due > 0 && sums.amount_due < leastCharge(invoice.currency);
  const ending = tooSmall ? sums.amount_due : balanceAfter(invoice, starting);
  await moveBalance(unit, customer, invoice, ending, tooSmall ? "invoice_too_small" : "applied_to_invoice");
  const taxIds = await all(unit, "tax_id", { customer: customer.id });
  const page = `${unit.origin}/sandbox/stripe/invoices/${invoice.id}`;
  Object.assign(invoice, sums, tooSmall ? { amount_due: 0, amount_remaining: 0 } : {}, {
    number,
    status: "open",
    starting_balance: starting,
    ending_balance: ending,
    effective_at: unit.now,
    automatically_finalizes_at: null,
    hosted_invoice_url: page,
    invoice_pdf: `${page}/pdf`,
    custom_fields: invoice.sandbox.ownFields ? invoice.custom_fields : customer.invoice_settings.custom_fields,
    customer_address: customer.address,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_tax_ids: taxIds.map(({ type, value }) => ({ type, value })),
    status_transitions: { ...invoice.status_transitions, finalized_at: unit.now },
  } satisfies Partial<Invoice>);
  if (invoice.amount_due > 0) await preparePayment(unit, invoice);
  await unit.save(invoice);
  await unit.emit("invoice.finalized", invoice);
  if (invoice.amount_due === 0) await markPaid(unit, invoice);
  return invoice;
}
