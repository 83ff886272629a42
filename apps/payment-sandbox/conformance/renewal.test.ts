import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SandboxServer } from "../src/testing/sandbox-server.ts";
import { attachAndUse, buyer, idOf, itemOf, openShop } from "./shop.ts";

const DAY = 86_400;
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

let server: SandboxServer;
let stripe: Stripe;

beforeAll(async () => {
  ({ server, stripe } = await openShop("2027-01-31T10:00:00Z"));
});
afterAll(() => server.close());

async function subscribed(plan = "MONTHLY", quantity = 3, token = "pm_card_visa") {
  const { customer } = await buyer(stripe, token);
  const subscription = await stripe.subscriptions.create({ customer, items: [{ plan, quantity }] });
  return { customer, subscription };
}

async function untilPeriodEnd(id: string, extra = 1): Promise<void> {
  const end = itemOf(await stripe.subscriptions.retrieve(id)).current_period_end;
  await server.advance(end - server.now().getTime() / 1000 + extra);
}

describe("renewal", () => {
  test("moving the clock by months passes through every period, clamped to the months' ends", async () => {
    server.setNow(new Date("2027-01-31T10:00:00Z"));
    const { customer, subscription } = await subscribed();
    await server.advance(100 * DAY);
    const invoices = await stripe.invoices.list({ customer });
    expect(invoices.data.map((one) => [iso(one.created).slice(0, 10), one.status, one.total])).toEqual([
      ["2027-04-30", "paid", 3000],
      ["2027-03-31", "paid", 3000],
      ["2027-02-28", "paid", 3000],
      ["2027-01-31", "paid", 3000],
    ]);
    const item = itemOf(await stripe.subscriptions.retrieve(subscription.id));
    expect([iso(item.current_period_start), iso(item.current_period_end)]).toEqual([
      "2027-04-30T10:00:00.000Z",
      "2027-05-31T10:00:00.000Z",
    ]);
  });

  test("a recorded decrease and pending items are billed at the renewal", async () => {
    const { customer, subscription } = await subscribed("MONTHLY", 5);
    const { id } = itemOf(subscription);
    await stripe.subscriptions.update(subscription.id, { items: [{ id, quantity: 2 }], proration_behavior: "none" });
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(1);
    await stripe.invoiceItems.create({
      customer,
      subscription: subscription.id,
      amount: 250,
      currency: "usd",
      description: "Extra",
    });
    await untilPeriodEnd(subscription.id);
    const [renewal] = (await stripe.invoices.list({ customer })).data;
    expect(renewal?.lines.data.map((line) => line.amount)).toEqual([250, 2000]);
    expect([renewal?.billing_reason, renewal?.status]).toEqual(["subscription_cycle", "paid"]);
  });

  test("a declined renewal is tried again after 3, 5 and 7 days and then ends the subscription", async () => {
    const { customer, subscription } = await subscribed();
    await attachAndUse(stripe, customer, "pm_card_chargeCustomerFail");
    await untilPeriodEnd(subscription.id);
    const state = async () => {
      const now = await stripe.subscriptions.retrieve(subscription.id, { expand: ["latest_invoice"] });
      const invoice = now.latest_invoice as Stripe.Invoice;
      return [now.status, invoice.status, invoice.attempt_count];
    };
    expect(await state()).toEqual(["past_due", "open", 1]);
    await server.advance(3 * DAY - 60);
    expect(await state()).toEqual(["past_due", "open", 1]);
    await server.advance(120);
    expect(await state()).toEqual(["past_due", "open", 2]);
    await server.advance(5 * DAY);
    expect(await state()).toEqual(["past_due", "open", 3]);
    await server.advance(7 * DAY);
    expect(await state()).toEqual(["canceled", "open", 4]);
    await server.advance(60 * DAY);
    expect(await state()).toEqual(["canceled", "open", 4]);
    await expect(stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })).rejects.toMatchObject({
      statusCode: 400,
    });
  });

  test("a new card rescues a subscription that is past due", async () => {
    const { customer, subscription } = await subscribed();
    await attachAndUse(stripe, customer, "pm_card_chargeCustomerFail");
    await untilPeriodEnd(subscription.id);
    const open = idOf((await stripe.subscriptions.retrieve(subscription.id)).latest_invoice);
    await expect(stripe.invoices.pay(open)).rejects.toMatchObject({ statusCode: 402, code: "card_declined" });
    await attachAndUse(stripe, customer, "pm_card_visa");
    expect((await stripe.invoices.pay(open)).status).toBe("paid");
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
    await expect(stripe.invoices.pay(open)).rejects.toMatchObject({ statusCode: 400 });
  });

  test("cancel at period end ends the subscription at it", async () => {
    const { subscription } = await subscribed();
    const end = itemOf(subscription).current_period_end;
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    await untilPeriodEnd(subscription.id);
    const ended = await stripe.subscriptions.retrieve(subscription.id);
    expect([ended.status, ended.ended_at]).toEqual(["canceled", end]);
    expect((await stripe.subscriptions.list({ customer: idOf(ended.customer) })).data).toEqual([]);
  });

  test("year to month: the monthly plan begins when the paid year ends, and nothing is charged before", async () => {
    const { customer, subscription } = await subscribed("YEARLY", 2);
    const item = itemOf(subscription);
    await server.advance(350 * DAY);
    const switched = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, plan: "MONTHLY", quantity: 2 }],
      trial_end: item.current_period_end,
      proration_behavior: "none",
    });
    expect([switched.status, itemOf(switched).plan.id, itemOf(switched).current_period_end]).toEqual([
      "trialing",
      "MONTHLY",
      item.current_period_end,
    ]);
    expect((await stripe.invoices.list({ customer })).data.map((one) => one.total)).toEqual([0, 20000]);
    await untilPeriodEnd(subscription.id);
    const begun = await stripe.subscriptions.retrieve(subscription.id);
    expect([begun.status, itemOf(begun).current_period_start]).toEqual(["active", item.current_period_end]);
    expect((await stripe.invoices.list({ customer })).data.map((one) => one.total)).toEqual([2000, 0, 20000]);
  });

  test("several instances on one database renew once", async () => {
    const { customer, subscription } = await subscribed();
    server.setNow(new Date((itemOf(subscription).current_period_end + 1) * 1000));
    await Promise.all([
      server.sandbox.runDue(),
      server.sandbox.runDue(),
      ...[1, 2, 3].map(() => stripe.customers.update(customer, {})),
    ]);
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(2);
  });
});
