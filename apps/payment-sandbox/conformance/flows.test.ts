import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { attachAndUse, buyer, idOf, itemOf } from "./shop.ts";
import { conformanceTarget, type Target } from "./target.ts";

// Tests the behavior that the purchase service needs, at the sandbox or at the provider's own test mode (target.ts).
// Moves no clock.

const run = Date.now().toString(36);
const MONTHLY = `flows-${run}-monthly`;
const YEARLY = `flows-${run}-yearly`;

let target: Target;
let stripe: Stripe;

beforeAll(async () => {
  target = await conformanceTarget();
  ({ stripe } = target);
  const { id: product } = await stripe.products.create({ name: "Seats" });
  await stripe.plans.create({ id: MONTHLY, amount: 1_000, currency: "usd", interval: "month", product });
  await stripe.plans.create({ id: YEARLY, amount: 10_000, currency: "usd", interval: "year", product });
});
afterAll(() => target.close());

async function subscribed(plan = MONTHLY) {
  const { customer } = await buyer(stripe);
  const subscription = await stripe.subscriptions.create({ customer, items: [{ plan, quantity: 3 }] });
  return { customer, subscription, item: itemOf(subscription) };
}

const raise = (id: string, item: Stripe.SubscriptionItem, quantity: number, idempotencyKey = randomUUID()) =>
  stripe.subscriptions.update(
    id,
    {
      items: [{ id: item.id, plan: MONTHLY, quantity }],
      proration_behavior: "always_invoice",
      payment_behavior: "pending_if_incomplete",
    },
    { idempotencyKey },
  );

test("a raise whose payment is declined stays pending, and a voided invoice takes it back", async () => {
  const { customer, subscription, item } = await subscribed();
  await attachAndUse(stripe, customer, "pm_card_chargeCustomerFail");
  const updated = await raise(subscription.id, item, 5);
  expect([itemOf(updated).quantity, updated.status]).toEqual([3, "active"]);
  expect(updated.pending_update).not.toBeNull();
  const invoice = await stripe.invoices.retrieve(idOf(updated.latest_invoice), {
    expand: ["payments.data.payment.payment_intent"],
  });
  expect([invoice.status, invoice.billing_reason]).toEqual(["open", "subscription_update"]);
  const intent = invoice.payments?.data[0]?.payment.payment_intent as Stripe.PaymentIntent;
  expect(intent.last_payment_error?.code).toBe("card_declined");
  await stripe.invoices.voidInvoice(invoice.id);
  const after = await stripe.subscriptions.retrieve(subscription.id);
  expect([itemOf(after).quantity, after.pending_update]).toEqual([3, null]);
});

test("a raise that asks for the card holder waits with a secret for her", async () => {
  const { customer, subscription, item } = await subscribed();
  await attachAndUse(stripe, customer, "pm_card_authenticationRequired");
  const updated = await raise(subscription.id, item, 5);
  expect(itemOf(updated).quantity).toBe(3);
  const invoice = await stripe.invoices.retrieve(idOf(updated.latest_invoice), {
    expand: ["confirmation_secret", "payments.data.payment.payment_intent"],
  });
  const intent = invoice.payments?.data[0]?.payment.payment_intent as Stripe.PaymentIntent;
  expect([invoice.status, intent.status]).toEqual(["open", "requires_action"]);
  expect(invoice.confirmation_secret?.client_secret).toContain("_secret_");
});

test("a key that is used again answers as before and does nothing more; with another body it is refused", async () => {
  const { customer, subscription, item } = await subscribed();
  const key = randomUUID();
  const [first, second] = [await raise(subscription.id, item, 4, key), await raise(subscription.id, item, 4, key)];
  expect(idOf(second.latest_invoice)).toBe(idOf(first.latest_invoice));
  expect((await stripe.invoices.list({ customer })).data).toHaveLength(2);
  await expect(raise(subscription.id, item, 6, key)).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
});

test("a subscription whose first payment is declined is not made", async () => {
  const { customer } = await buyer(stripe, "pm_card_chargeCustomerFail");
  const made = stripe.subscriptions.create({
    customer,
    items: [{ plan: MONTHLY, quantity: 3 }],
    payment_behavior: "error_if_incomplete",
  });
  await expect(made).rejects.toMatchObject({ statusCode: 402, decline_code: "generic_decline" });
  expect((await stripe.subscriptions.list({ customer, status: "all" })).data).toEqual([]);
});

test("fewer seats without proration cost nothing, and are billed from the next period", async () => {
  const { customer, subscription, item } = await subscribed();
  const updated = await stripe.subscriptions.update(subscription.id, {
    items: [{ id: item.id, plan: MONTHLY, quantity: 2 }],
    proration_behavior: "none",
  });
  expect(itemOf(updated)).toMatchObject({ id: item.id, quantity: 2, current_period_end: item.current_period_end });
  expect((await stripe.invoices.list({ customer })).data).toHaveLength(1);
  expect((await stripe.invoiceItems.list({ customer, pending: true })).data).toEqual([]);
});

test("a yearly term becomes monthly at its end: a free beginning until then", async () => {
  const { subscription, item } = await subscribed(YEARLY);
  const updated = await stripe.subscriptions.update(subscription.id, {
    items: [{ id: item.id, plan: MONTHLY, quantity: 3 }],
    proration_behavior: "none",
    trial_end: item.current_period_end,
  });
  expect([updated.status, updated.trial_end]).toEqual(["trialing", item.current_period_end]);
  expect(itemOf(updated)).toMatchObject({ quantity: 3, current_period_end: item.current_period_end });
});

test("auto-renewal goes off and on again", async () => {
  const { subscription } = await subscribed();
  const off = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  expect([off.cancel_at_period_end, off.cancel_at]).toEqual([true, itemOf(off).current_period_end]);
  const on = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
  expect([on.cancel_at_period_end, on.cancel_at, on.canceled_at, on.status]).toEqual([false, null, null, "active"]);
});

test("money is given back to the card or to the balance by a credit note, and no more than was paid", async () => {
  const { customer, subscription } = await subscribed();
  const invoice = idOf(subscription.latest_invoice);
  await stripe.creditNotes.create({ invoice, amount: 700, refund_amount: 700, metadata: { operation: "one" } });
  await stripe.creditNotes.create({ invoice, amount: 300, credit_amount: 300 });
  expect((await stripe.invoices.retrieve(invoice)).post_payment_credit_notes_amount).toBe(1_000);
  const after = await stripe.customers.retrieve(customer);
  expect(after.deleted ? null : after.balance).toBe(-300);
  const { data } = await stripe.creditNotes.list({ invoice });
  expect(data.map(({ metadata }) => metadata?.["operation"])).toEqual([undefined, "one"]);
  const tooMuch = stripe.creditNotes.create({ invoice, amount: 2_001, refund_amount: 2_001 });
  await expect(tooMuch).rejects.toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
});

test("what happened is listed as events, the newest first", async () => {
  const { subscription } = await subscribed();
  const events: Stripe.Event[] = [];
  for await (const event of stripe.events.list({ limit: 100 })) {
    events.push(event);
    if (events.length >= 100) break;
  }
  const times = events.map(({ created }) => created);
  expect(times).toEqual(times.toSorted((one, other) => other - one));
  const own = events.filter(({ data }) => (data.object as { id?: string }).id === subscription.id);
  expect(own.map(({ type }) => type)).toContain("customer.subscription.created");
});

test("within a free beginning seats can be charged by an invoice of our own, whose lines keep what they pay for", async () => {
  const { customer, subscription, item } = await subscribed(YEARLY);
  const become = async (plan: string, more: Stripe.SubscriptionUpdateParams = {}) =>
    await stripe.subscriptions.update(subscription.id, {
      proration_behavior: "none",
      items: [{ id: item.id, plan, quantity: 3 }],
      ...more,
    });
  await become(MONTHLY, { trial_end: item.current_period_end });
  await become(YEARLY);
  const period = { start: item.current_period_start, end: item.current_period_end };
  const add = async (amount: number, metadata: Record<string, string>) =>
    await stripe.invoiceItems.create({
      customer,
      subscription: subscription.id,
      currency: "usd",
      amount,
      period,
      metadata,
      description: "Seats",
    });
  const drafted = async () => await stripe.invoices.create({ customer, subscription: subscription.id });
  await add(-30_000, { operation: "one", plan: YEARLY, quantity: "3" });
  await add(50_000, { operation: "one", plan: YEARLY, quantity: "5" });
  // A draft that is deleted gives its lines back, and they can be deleted too.
  await stripe.invoices.del((await drafted()).id);
  const { data: waiting } = await stripe.invoiceItems.list({ customer, pending: true });
  expect(waiting.map(({ amount }) => amount).toSorted((one, other) => one - other)).toEqual([-30_000, 50_000]);
  const draft = await drafted();
  const lines = draft.lines.data.toSorted((one, other) => one.amount - other.amount);
  expect(lines.map(({ amount, metadata }) => [amount, metadata["quantity"]])).toEqual([
    [-30_000, "3"],
    [50_000, "5"],
  ]);
  expect(idOf(draft.parent?.subscription_details?.subscription)).toBe(subscription.id);
  const paid = await stripe.invoices.pay(draft.id);
  expect([paid.status, paid.billing_reason, paid.amount_paid]).toEqual(["paid", "manual", 20_000]);
  const raised = await stripe.subscriptions.update(subscription.id, {
    proration_behavior: "none",
    items: [{ id: item.id, plan: YEARLY, quantity: 5 }],
  });
  expect([raised.status, itemOf(raised).quantity, raised.trial_end]).toEqual(["trialing", 5, item.current_period_end]);
});
