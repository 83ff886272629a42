import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SandboxServer } from "../src/testing/sandbox-server.ts";
import { attachAndUse, buyer, idOf, openShop } from "./shop.ts";

let server: SandboxServer;
let stripe: Stripe;

beforeAll(async () => {
  ({ server, stripe } = await openShop("2026-11-01T00:00:00Z"));
});
afterAll(() => server.close());

async function paid(quantity = 3) {
  const { customer } = await buyer(stripe);
  const subscription = await stripe.subscriptions.create({
    customer,
    items: [{ plan: "MONTHLY", quantity }],
    expand: ["latest_invoice.payments.data.payment"],
  });
  const invoice = subscription.latest_invoice as Stripe.Invoice;
  const intent = idOf(invoice.payments?.data[0]?.payment.payment_intent);
  return { customer, subscription, invoice: invoice.id, intent };
}

const customerOf = async (id: string) => (await stripe.customers.retrieve(id)) as Stripe.Customer;

describe("refunds", () => {
  test("in part, then the rest, then no more", async () => {
    const { intent } = await paid();
    const part = await stripe.refunds.create({ payment_intent: intent, amount: 1000, reason: "requested_by_customer" });
    expect([part.status, part.amount]).toEqual(["succeeded", 1000]);
    await expect(stripe.refunds.create({ payment_intent: intent, amount: 2500 })).rejects.toMatchObject({
      statusCode: 400,
    });
    expect((await stripe.refunds.create({ payment_intent: intent })).amount).toBe(2000);
    await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
      code: "charge_already_refunded",
    });
    const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intent, { expand: ["latest_charge"] });
    expect(charge).toMatchObject({ refunded: true, amount_refunded: 3000 });
  });
});

describe("credit notes", () => {
  test("on a paid invoice the amount goes to the card and to the balance, and the next invoice uses the balance", async () => {
    const { customer, subscription, invoice } = await paid();
    await expect(stripe.creditNotes.create({ invoice, amount: 1500, refund_amount: 1000 })).rejects.toMatchObject({
      statusCode: 400,
    });
    const note = await stripe.creditNotes.create({
      invoice,
      amount: 1500,
      refund_amount: 1000,
      credit_amount: 500,
      memo: "Sorry",
    });
    expect([note.type, note.total, note.refunds.length]).toEqual(["post_payment", 1500, 1]);
    expect((await customerOf(customer)).balance).toBe(-500);
    expect((await stripe.invoices.retrieve(invoice)).post_payment_credit_notes_amount).toBe(1500);
    await expect(stripe.creditNotes.create({ invoice, amount: 1501, credit_amount: 1501 })).rejects.toMatchObject({
      statusCode: 400,
    });
    await server.advance(31 * 86_400);
    const renewal = await stripe.subscriptions.retrieve(subscription.id, { expand: ["latest_invoice"] });
    expect(renewal.latest_invoice).toMatchObject({ total: 3000, amount_due: 2500, amount_paid: 2500 });
    const moves = await stripe.customers.listBalanceTransactions(customer);
    expect(moves.data.map((one) => [one.type, one.amount, one.ending_balance])).toEqual([
      ["applied_to_invoice", 500, 0],
      ["credit_note", -500, -500],
    ]);
  });

  test("on an open invoice it lowers what is due, to nothing at the most", async () => {
    const { customer } = await buyer(stripe, "pm_card_chargeCustomerFail");
    const subscription = await stripe.subscriptions.create({ customer, items: [{ plan: "MONTHLY", quantity: 3 }] });
    const invoice = idOf(subscription.latest_invoice);
    const note = await stripe.creditNotes.create({ invoice, amount: 1000 });
    expect(note.type).toBe("pre_payment");
    expect((await stripe.invoices.retrieve(invoice)).amount_due).toBe(2000);
    await attachAndUse(stripe, customer, "pm_card_visa");
    expect((await stripe.invoices.pay(invoice)).amount_paid).toBe(2000);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
  });
});

describe("a customer's balance and papers", () => {
  test("credit given by hand is used before a card, and an amount too small to charge is carried over", async () => {
    const { customer } = await buyer(stripe);
    await stripe.customers.createBalanceTransaction(customer, { amount: -2980, currency: "usd" });
    const subscription = await stripe.subscriptions.create({ customer, items: [{ plan: "MONTHLY", quantity: 3 }] });
    const invoice = await stripe.invoices.retrieve(idOf(subscription.latest_invoice));
    expect([subscription.status, invoice.status, invoice.amount_due]).toEqual(["active", "paid", 0]);
    expect((await customerOf(customer)).balance).toBe(20);
  });

  test("name, address and tax id stand on the invoice as they were when it became final", async () => {
    const { customer, subscription } = await paid();
    const address = { line1: "1 Fern Hill", city: "Leeds", postal_code: "LS1", country: "GB" };
    await stripe.customers.update(customer, { name: "Ada Ltd", address });
    const taxId = await stripe.customers.createTaxId(customer, { type: "gb_vat", value: "GB123456789" });
    await server.advance(31 * 86_400);
    const renewed = await stripe.subscriptions.retrieve(subscription.id);
    await stripe.customers.deleteTaxId(customer, taxId.id);
    const invoice = await stripe.invoices.retrieve(idOf(renewed.latest_invoice));
    expect(invoice).toMatchObject({
      customer_name: "Ada Ltd",
      customer_address: address,
      customer_tax_ids: [{ type: "gb_vat", value: "GB123456789" }],
    });
    expect(invoice.number).toMatch(/^[A-Z0-9]+-0002$/);
  });
});

describe("invoices", () => {
  test("drafts can be deleted, final ones not; a void one cannot be paid; uncollectible ones can", async () => {
    const { customer } = await buyer(stripe);
    const draft = async () => {
      await stripe.invoiceItems.create({ customer, amount: 700, currency: "usd" });
      return stripe.invoices.create({ customer, pending_invoice_items_behavior: "include" });
    };
    const first = await draft();
    expect([first.status, first.total]).toEqual(["draft", 700]);
    await stripe.invoices.del(first.id);
    const second = await stripe.invoices.create({ customer, pending_invoice_items_behavior: "include" });
    expect(second.total).toBe(700);
    await stripe.invoices.finalizeInvoice(second.id);
    await expect(stripe.invoices.finalizeInvoice(second.id)).rejects.toMatchObject({ code: "invoice_not_editable" });
    await expect(stripe.invoices.del(second.id)).rejects.toMatchObject({ statusCode: 400 });
    await stripe.invoices.markUncollectible(second.id);
    expect((await stripe.invoices.pay(second.id)).status).toBe("paid");
    const third = await draft();
    await expect(stripe.invoices.voidInvoice(third.id)).rejects.toMatchObject({ statusCode: 400 });
    await stripe.invoices.finalizeInvoice(third.id);
    await stripe.invoices.voidInvoice(third.id);
    await expect(stripe.invoices.pay(third.id)).rejects.toMatchObject({ statusCode: 400 });
  });

  test("a draft with auto_advance finalizes and collects by itself after an hour", async () => {
    const { customer } = await buyer(stripe);
    await stripe.invoiceItems.create({ customer, amount: 700, currency: "usd" });
    const draft = await stripe.invoices.create({
      customer,
      pending_invoice_items_behavior: "include",
      auto_advance: true,
    });
    await server.advance(3599);
    expect((await stripe.invoices.retrieve(draft.id)).status).toBe("draft");
    await server.advance(2);
    expect((await stripe.invoices.retrieve(draft.id)).status).toBe("paid");
  });
});
