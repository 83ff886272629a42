import type Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buyer, idOf } from "./shop.ts";
import { conformanceTarget, type Target } from "./target.ts";

// What a purchase on our page rests on: a subscription that is incomplete until its first invoice is paid.
const run = Date.now().toString(36);
const MONTHLY = `conformance-${run}-bought`;

let target: Target;
let stripe: Stripe;

beforeAll(async () => {
  target = await conformanceTarget();
  ({ stripe } = target);
  const product = await stripe.products.create({ name: "Seats" });
  await stripe.plans.create({ id: MONTHLY, amount: 999, currency: "usd", interval: "month", product: product.id });
});
afterAll(() => target.close());

async function begun() {
  const { customer } = await buyer(stripe);
  const subscription = await stripe.subscriptions.create({
    customer,
    items: [{ plan: MONTHLY, quantity: 3 }],
    metadata: { operation: "one" },
    payment_behavior: "default_incomplete",
  });
  const invoice = idOf(subscription.latest_invoice);
  return { customer, subscription, invoice };
}

const statusOf = async (id: string): Promise<string> => (await stripe.subscriptions.retrieve(id)).status;

test("BUY-19 a subscription that waits for its payer is incomplete, charges nothing, and is active once its invoice is paid", async () => {
  const { customer, subscription, invoice } = await begun();
  expect(subscription.status).toBe("incomplete");
  const open = await stripe.invoices.retrieve(invoice, { expand: ["payments.data.payment.payment_intent"] });
  expect([open.status, open.amount_due]).toEqual(["open", 2_997]);
  const intent = open.payments?.data[0]?.payment.payment_intent;
  // Nothing was tried, so that a failure can be told from a payment that is not begun.
  expect(intent).toMatchObject({ last_payment_error: null });
  expect((await stripe.charges.list({ customer })).data).toEqual([]);
  const paid = await stripe.invoices.pay(invoice);
  expect([paid.status, paid.amount_paid]).toEqual(["paid", 2_997]);
  expect(await statusOf(subscription.id)).toBe("active");
});

test("BUY-19 a voided first invoice cannot be paid, and its subscription ends when it is canceled", async () => {
  const { subscription, invoice } = await begun();
  await stripe.invoices.voidInvoice(invoice);
  await expect(stripe.invoices.pay(invoice)).rejects.toThrow();
  await stripe.subscriptions.cancel(subscription.id).catch(() => undefined);
  expect(["canceled", "incomplete_expired"]).toContain(await statusOf(subscription.id));
});

test("BUY-14 tax rates are listed with the country that they name", async () => {
  const rate = { display_name: `VAT ${run}`, percentage: 19, inclusive: false, country: "DE" };
  const { id } = await stripe.taxRates.create(rate);
  const { data } = await stripe.taxRates.list({ active: true, limit: 100 });
  expect(data.find((one) => one.id === id)).toMatchObject({ country: "DE", state: null, percentage: 19 });
});
