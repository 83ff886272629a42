import { newBalanceTransaction } from "../objects/customer.ts";
import { newId } from "../objects/id.ts";
import type { Invoice } from "../objects/invoice.ts";
import { newCreditNote, type CreditNote } from "../objects/credit-note.ts";
import type { Refund } from "../objects/refund.ts";
import { markPaid } from "../billing/settling.ts";
import { all } from "../store/listing.ts";
import type { Unit } from "../store/unit.ts";
import { mergedMetadata, type Params } from "../wire/params.ts";
import { badRequest, notModeled } from "../wire/refusal.ts";
import { refundCharge } from "./refunds.ts";
import { createdBounds, listing, retrieval, textOf, type Call, type Route } from "./route.ts";

interface Split {
  refund: number;
  credit: number;
  outOfBand: number;
}

function splitOf(params: Params, invoice: Invoice, amount: number): Split {
  const split = {
    refund: params.integer("refund_amount") ?? 0,
    credit: params.integer("credit_amount") ?? 0,
    outOfBand: params.integer("out_of_band_amount") ?? 0,
  };
  const sum = split.refund + split.credit + split.outOfBand;
  if (invoice.status === "open") return { refund: 0, credit: 0, outOfBand: 0 };
  if (sum === amount) return split;
  throw badRequest(
    `The sum of refund amount, credit amount and out of band amount (${sum}) must equal the post payment amount (${amount}).`,
    { param: "amount" },
  );
}

function refuseAmount(invoice: Invoice, amount: number): void {
  const credited = invoice.pre_payment_credit_notes_amount + invoice.post_payment_credit_notes_amount;
  const most = invoice.status === "open" ? invoice.amount_remaining : invoice.total - credited;
  if (invoice.status !== "open" && invoice.status !== "paid") {
    throw badRequest("You can only create a credit note for an open or paid invoice.", { param: "invoice" });
  }
  if (amount < 1 || amount > most) {
    throw badRequest(`The amount of the credit note (${amount}) is more than the invoice allows (${most}).`, {
      param: "amount",
    });
  }
}

async function refundOf(unit: Unit, invoice: Invoice, amount: number): Promise<Refund | null> {
  if (amount === 0) return null;
  const intent = invoice.sandbox.paymentIntent ? await unit.get("payment_intent", invoice.sandbox.paymentIntent) : null;
  if (!intent?.latest_charge) throw badRequest("This invoice has no charge to refund.", { param: "refund_amount" });
  return refundCharge(unit, await unit.get("charge", intent.latest_charge), amount);
}

async function creditOf(unit: Unit, invoice: Invoice, amount: number, note: string): Promise<string | null> {
  if (amount === 0) return null;
  const customer = await unit.get("customer", invoice.customer);
  await unit.save(customer, { balance: customer.balance - amount });
  await unit.emit("customer.updated", customer, { balance: customer.balance + amount });
  const transaction = newBalanceTransaction({
    amount: -amount,
    created: unit.now,
    credit_note: note,
    currency: invoice.currency,
    customer: customer.id,
    ending_balance: customer.balance,
    type: "credit_note",
  });
  return (await unit.insert(transaction)).id;
}

async function apply(unit: Unit, invoice: Invoice, amount: number): Promise<void> {
  if (invoice.status === "paid") {
    await unit.save(invoice, { post_payment_credit_notes_amount: invoice.post_payment_credit_notes_amount + amount });
    return;
  }
  await unit.save(invoice, {
    pre_payment_credit_notes_amount: invoice.pre_payment_credit_notes_amount + amount,
    amount_due: invoice.amount_due - amount,
    amount_remaining: invoice.amount_remaining - amount,
  });
  if (!invoice.sandbox.paymentIntent) return;
  const intent = await unit.get("payment_intent", invoice.sandbox.paymentIntent);
  await unit.save(
    intent,
    invoice.amount_due === 0 ? { status: "canceled", canceled_at: unit.now } : { amount: invoice.amount_due },
  );
  if (invoice.amount_due === 0) await markPaid(unit, invoice);
}

async function create({ unit, params }: Call): Promise<CreditNote> {
  const invoice = await unit.own("invoice", params.required("invoice"), "invoice");
  const amount = params.integer("amount", 1);
  if (amount === undefined) throw notModeled("credit notes by line; send amount", "lines");
  refuseAmount(invoice, amount);
  const split = splitOf(params, invoice, amount);
  const before = await all(unit, "credit_note", { parent: invoice.id });
  const id = newId("cn");
  const refund = await refundOf(unit, invoice, split.refund);
  const note = newCreditNote(unit.now, invoice, amount, before, {
    id,
    customer_balance_transaction: await creditOf(unit, invoice, split.credit, id),
    memo: params.nullable("memo", null),
    metadata: mergedMetadata({}, params.dictionary("metadata")),
    pdf: `${unit.origin}/sandbox/stripe/credit_notes/${id}/pdf`,
    number: `${invoice.number ?? invoice.id}-CN-${String(before.length + 1).padStart(2, "0")}`,
    out_of_band_amount: split.outOfBand || null,
    reason: params.oneOf("reason", ["duplicate", "fraudulent", "order_change", "product_unsatisfactory"]) ?? null,
    refunds: refund
      ? [{ amount_refunded: refund.amount, payment_record_refund: null, refund: refund.id, type: "refund" }]
      : [],
  });
  await unit.insert(note);
  await apply(unit, invoice, amount);
  await unit.emit("credit_note.created", note);
  return note;
}

export const creditNoteRoutes: Route[] = [
  { method: "POST", path: "credit_notes", run: create },
  retrieval("credit_notes", "credit_note"),
  listing("credit_notes", "credit_note", (params) => ({
    parent: textOf(params, "invoice"),
    customer: textOf(params, "customer"),
    created: createdBounds(params),
  })),
];
