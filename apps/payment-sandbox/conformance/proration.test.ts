import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandboxServer, type SandboxServer } from "../src/testing/sandbox-server.ts";
import { stripeClient } from "./stripe-client.ts";

const seconds = (iso: string) => Date.parse(iso) / 1000;

let server: SandboxServer;
let stripe: Stripe;

beforeAll(async () => {
  server = await sandboxServer(new Date("2026-11-01T00:00:00Z"));
  stripe = stripeClient(server.url);
  await stripe.products.create({ id: "prod_seats", name: "Seats" });
  await stripe.plans.create({ id: "MONTHLY", amount: 1000, currency: "usd", interval: "month", product: "prod_seats" });
  await stripe.plans.create({ id: "YEARLY", amount: 10000, currency: "usd", interval: "year", product: "prod_seats" });
});
afterAll(() => server.close());

async function subscribed(quantity: number, mode: "classic" | "flexible", taxRate?: string, plan = "MONTHLY") {
  const customer = await stripe.customers.create({ email: "buyer@example.com" });
  const method = await stripe.paymentMethods.attach("pm_card_visa", { customer: customer.id });
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ plan, quantity }],
    billing_mode: { type: mode },
    ...(taxRate ? { default_tax_rates: [taxRate] } : {}),
  });
  return { customer, subscription, item: subscription.items.data[0]?.id ?? "" };
}

const amounts = (invoice: Stripe.Invoice) => invoice.lines.data.map((line) => line.amount);
const tax = (invoice: Stripe.Invoice) => (invoice.total_taxes ?? []).reduce((sum, one) => sum + one.amount, 0);

async function rate(percentage: number, inclusive: boolean) {
  return (await stripe.taxRates.create({ display_name: "VAT", percentage, inclusive })).id;
}

async function latest(subscription: Stripe.Subscription) {
  const invoice = subscription.latest_invoice;
  return stripe.invoices.retrieve(typeof invoice === "string" ? invoice : "");
}

describe.each(["classic", "flexible"] as const)("%s billing", (mode) => {
  test("example A: three seats to five, exclusive tax, quoted and charged alike", async () => {
    server.setNow(new Date("2026-11-01T00:00:00Z"));
    const { customer, subscription, item } = await subscribed(3, mode, await rate(20, false));
    server.setNow(new Date("2026-11-12T06:30:00Z"));
    const at = seconds("2026-11-12T06:30:00Z");
    const preview = await stripe.invoices.createPreview({
      customer: customer.id,
      subscription: subscription.id,
      subscription_details: {
        items: [{ id: item, plan: "MONTHLY", quantity: 5 }],
        proration_behavior: "always_invoice",
        proration_date: at,
      },
    });
    expect(amounts(preview)).toEqual([-1873, 3122]);
    expect([preview.subtotal, tax(preview), preview.total]).toEqual([1249, 249, 1498]);
    expect(preview.id).toMatch(/^upcoming_in/);
    expect(preview.lines.data[0]?.parent?.subscription_item_details?.proration).toBe(true);
    expect(preview.lines.data[0]?.description).toBe("Unused time on 3 × Seats after 12 Nov 2026");
    server.setNow(new Date("2026-11-12T06:31:10Z"));
    const updated = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item, plan: "MONTHLY", quantity: 5 }],
      proration_behavior: "always_invoice",
      proration_date: at,
    });
    const invoice = await latest(updated);
    expect([invoice.status, invoice.total, invoice.amount_paid]).toEqual(["paid", 1498, 1498]);
    expect(updated.items.data[0]?.quantity).toBe(5);
    expect(updated.items.data[0]?.id).toBe(item);
  });

  test("example B: five paid, lowered and raised again without proration, then raised to seven", async () => {
    server.setNow(new Date("2026-11-01T00:00:00Z"));
    const { subscription, item } = await subscribed(5, mode);
    server.setNow(new Date("2026-11-20T12:00:00Z"));
    for (const quantity of [2, 5])
      await stripe.subscriptions.update(subscription.id, {
        items: [{ id: item, quantity }],
        proration_behavior: "none",
      });
    const preview = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { items: [{ id: item, quantity: 7 }], proration_behavior: "always_invoice" },
    });
    expect(amounts(preview)).toEqual([-1750, 2450]);
  });

  test("example C: month to year resets the anchor, credits the rest and charges the year at once", async () => {
    server.setNow(new Date("2026-11-01T00:00:00Z"));
    const { subscription, item } = await subscribed(3, mode, await rate(20, false));
    server.setNow(new Date("2026-11-16T00:00:00Z"));
    const change = {
      items: [{ id: item, plan: "YEARLY", quantity: 3 }],
      billing_cycle_anchor: { type: "now" as const },
    };
    const preview = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { ...change, proration_behavior: "always_invoice" },
    });
    const updated = await stripe.subscriptions.update(subscription.id, {
      ...change,
      proration_behavior: "always_invoice",
    });
    const invoice = await latest(updated);
    for (const one of [preview, invoice]) {
      expect(amounts(one)).toEqual([-1500, 30000]);
      expect([one.subtotal, tax(one), one.total]).toEqual([28500, 5700, 34200]);
      expect(one.lines.data.map((line) => line.parent?.subscription_item_details?.proration)).toEqual([true, false]);
    }
    expect(invoice.billing_reason).toBe("subscription_update");
    expect(invoice.status).toBe("paid");
    expect(updated.billing_cycle_anchor).toBe(seconds("2026-11-16T00:00:00Z"));
    expect(updated.items.data[0]?.current_period_end).toBe(seconds("2027-11-16T00:00:00Z"));
  });

  test("create_prorations leaves pending items that one invoice collects, credit before debit", async () => {
    server.setNow(new Date("2026-11-01T00:00:00Z"));
    const { customer, subscription, item } = await subscribed(3, mode);
    server.setNow(new Date("2026-11-16T00:00:00Z"));
    await stripe.subscriptions.update(subscription.id, { items: [{ id: item, quantity: 5 }] });
    const pending = await stripe.invoiceItems.list({ customer: customer.id, pending: true });
    expect(pending.data.map((one) => one.amount)).toEqual([2500, -1500]);
    const renewal = await stripe.invoices.createPreview({ subscription: subscription.id });
    expect(amounts(renewal)).toEqual([-1500, 2500, 5000]);
    const draft = await stripe.invoices.create({
      customer: customer.id,
      subscription: subscription.id,
      auto_advance: true,
    });
    expect(draft.status).toBe("draft");
    const open = await stripe.invoices.finalizeInvoice(draft.id);
    expect([open.status, open.total]).toEqual(["open", 1000]);
    const paid = await stripe.invoices.pay(draft.id);
    expect([paid.status, paid.amount_paid]).toEqual(["paid", 1000]);
    await expect(
      stripe.invoices.create({ customer: customer.id, subscription: subscription.id }),
    ).rejects.toMatchObject({ statusCode: 400, code: "invoice_no_subscription_line_items" });
  });
});

test("a credit larger than what is due goes to the balance, and the next invoice uses it", async () => {
  server.setNow(new Date("2026-11-01T00:00:00Z"));
  const { customer, subscription, item } = await subscribed(5, "flexible");
  server.setNow(new Date("2026-11-16T00:00:00Z"));
  const updated = await stripe.subscriptions.update(subscription.id, {
    items: [{ id: item, quantity: 2 }],
    proration_behavior: "always_invoice",
  });
  const invoice = await latest(updated);
  expect([invoice.status, invoice.total, invoice.amount_due]).toEqual(["paid", -1500, 0]);
  expect((await stripe.customers.retrieve(customer.id)) as Stripe.Customer).toMatchObject({ balance: -1500 });
  await server.advance(15 * 86_400 + 1);
  const renewed = await stripe.subscriptions.retrieve(subscription.id, { expand: ["latest_invoice"] });
  expect(renewed.latest_invoice).toMatchObject({
    status: "paid",
    total: 2000,
    amount_due: 500,
    starting_balance: -1500,
  });
  expect((await stripe.customers.retrieve(customer.id)) as Stripe.Customer).toMatchObject({ balance: 0 });
});
