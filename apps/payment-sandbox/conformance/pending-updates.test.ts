import { randomUUID } from "node:crypto";
import type Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { attachAndUse, idOf, itemOf } from "./shop.ts";
import { conformanceTarget, type Target } from "./target.ts";

// A change that waits for its payment, at the end of its time and of its period: asked of the sandbox or of the provider's
// own test mode, where it runs on a test clock.
// https://docs.stripe.com/billing/subscriptions/pending-updates-reference#expiration

const run = Date.now().toString(36);
const MONTHLY = `pending-${run}-monthly`;
const YEARLY = `pending-${run}-yearly`;
const HOUR = 3_600;

let target: Target;
let stripe: Stripe;

beforeAll(async () => {
  target = await conformanceTarget();
  ({ stripe } = target);
  const { id: product } = await stripe.products.create({ name: "Seats" });
  await stripe.plans.create({ id: MONTHLY, amount: 100_000, currency: "usd", interval: "month", product });
  await stripe.plans.create({ id: YEARLY, amount: 1_000_000, currency: "usd", interval: "year", product });
});
afterAll(() => target.close());

/** Three seats, so many seconds before their month ends, and a card as the default that asks its holder. */
async function late(secondsLeft: number) {
  const clock = await target.clock();
  const { id: customer } = await stripe.customers.create({
    email: "buyer@example.com",
    ...(clock.id === null ? {} : { test_clock: clock.id }),
  });
  await attachAndUse(stripe, customer, "pm_card_visa");
  const subscription = await stripe.subscriptions.create({ customer, items: [{ plan: MONTHLY, quantity: 3 }] });
  const item = itemOf(subscription);
  const end = item.current_period_end;
  await clock.advanceTo(end - secondsLeft);
  await attachAndUse(stripe, customer, "pm_card_authenticationRequired");
  const wait = async (change: Stripe.SubscriptionUpdateParams) =>
    await stripe.subscriptions.update(
      subscription.id,
      { ...change, proration_behavior: "always_invoice", payment_behavior: "pending_if_incomplete" },
      { idempotencyKey: randomUUID() },
    );
  return { clock, customer, subscription, item, end, wait };
}

test("a change that waits expires after 23 hours, or when its period ends, whichever comes first", async () => {
  const early = await late(20 * 24 * HOUR);
  const now = await early.clock.now();
  const waits = await early.wait({ items: [{ id: early.item.id, plan: MONTHLY, quantity: 5 }] });
  expect(Math.abs((waits.pending_update?.expires_at ?? 0) - (now + 23 * HOUR))).toBeLessThan(60);
  const short = await late(5 * HOUR);
  const cut = await short.wait({ items: [{ id: short.item.id, plan: MONTHLY, quantity: 5 }] });
  expect(cut.pending_update?.expires_at).toBe(short.end);
});

for (const [name, plan, quantity] of [
  ["more seats", MONTHLY, 600],
  ["a yearly plan", YEARLY, 3],
] as const) {
  test(`${name}, waiting when the period ends: void, never in force, and the period renews as it was`, async () => {
    const { clock, customer, subscription, item, end, wait } = await late(2 * HOUR);
    const waits = await wait({
      items: [{ id: item.id, plan, quantity }],
      ...(plan === YEARLY ? { billing_cycle_anchor: { type: "now" } } : {}),
    });
    const invoice = idOf(waits.latest_invoice);
    await attachAndUse(stripe, customer, "pm_card_visa");
    await clock.advanceTo(end + 2 * HOUR);
    const expand = ["payments.data.payment.payment_intent"];
    const dropped = await stripe.invoices.retrieve(invoice, { expand });
    const intent = dropped.payments?.data[0]?.payment.payment_intent as Stripe.PaymentIntent;
    expect([dropped.status, intent.status, dropped.amount_paid]).toEqual(["void", "canceled", 0]);
    const after = await stripe.subscriptions.retrieve(subscription.id);
    expect([after.pending_update, itemOf(after).plan.id, itemOf(after).quantity]).toEqual([null, MONTHLY, 3]);
    expect(itemOf(after).current_period_start).toBe(end);
    const { data } = await stripe.invoices.list({ customer });
    expect(
      data.map(({ status, total }) => (status === "void" ? null : total)).filter((total) => total !== null),
    ).toEqual([300_000, 300_000]);
    await expect(stripe.invoices.pay(invoice)).rejects.toMatchObject({ statusCode: 400 });
  });
}

test("what an invoice took of the customer's credit is there again when it is voided", async () => {
  const { customer, item, wait } = await late(20 * 24 * HOUR);
  await stripe.customers.update(customer, { balance: -5_000 });
  const waits = await wait({ items: [{ id: item.id, plan: MONTHLY, quantity: 5 }] });
  const balance = async (): Promise<number | null> => {
    const now = await stripe.customers.retrieve(customer);
    return now.deleted ? null : now.balance;
  };
  expect(await balance()).toBe(0);
  await stripe.invoices.voidInvoice(idOf(waits.latest_invoice));
  expect(await balance()).toBe(-5_000);
});
