import type pg from "pg";
import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandboxServer, type SandboxServer } from "../testing/sandbox-server.ts";
import { seedCard, seedCustomer, seedPlans } from "./seed.ts";
import { seedSubscription, type SubscriptionSeed } from "./seed-subscription.ts";

const DAY = 86_400_000;
const AT = new Date("2026-11-21T12:00:00Z");
const PLANS = [
  {
    id: "OUTLINE-5-SUB-MONTHLY-WEB",
    amount_cents: 500,
    currency: "usd",
    interval: "month",
    product: "OUTLINE",
    nickname: "Outlinear 5",
  },
] as const;

let server: SandboxServer;

beforeAll(async () => {
  server = await sandboxServer(AT);
});
afterAll(() => server.close());

async function inOneTransaction<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await server.pool.connect();
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    return result;
  } finally {
    client.release();
  }
}

async function get<T>(path: string): Promise<T> {
  const response = await fetch(`${server.url}/sandbox/stripe/v1/${path}`, {
    headers: { authorization: "Bearer sk_test_sandbox" },
  });
  return (await response.json()) as T;
}

let made = 0;
async function seeded(given: Partial<SubscriptionSeed>, card: string | null = "4242424242424242") {
  made += 1;
  const customer = `cus_import${made}`;
  const id = `sub_import${made}`;
  await inOneTransaction(async (client) => {
    await seedPlans(client, PLANS, AT);
    await seedCustomer(client, { id: customer, email: "a@example.com", metadata: { omni_id: "7" }, at: AT });
    if (card) await seedCard(client, { customer, number: card, makeDefault: true, at: AT });
    await seedSubscription(client, {
      id,
      customer,
      plan: PLANS[0].id,
      quantity: 5,
      paidQuantity: 5,
      status: "active",
      cancelAtPeriodEnd: false,
      currentPeriodEnd: new Date(AT.getTime() + 20 * DAY),
      taxPercent: 0,
      metadata: { registration_id: "lic-1" },
      origin: "http://sandbox.test",
      at: AT,
      ...given,
    });
  });
  return { customer, id };
}

const subscriptionOf = (id: string) => get<Stripe.Subscription>(`subscriptions/${id}`);
const invoicesOf = async (customer: string) =>
  (await get<Stripe.ApiList<Stripe.Invoice>>(`invoices?customer=${customer}`)).data;

describe("an imported subscription", () => {
  test("counts its period as paid, tells nobody, and renews what it is to renew", async () => {
    const { customer, id } = await seeded({ quantity: 3, paidQuantity: 5, taxPercent: 20 });
    const subscription = await subscriptionOf(id);
    expect([subscription.status, subscription.items.data[0]?.quantity, subscription.metadata]).toEqual([
      "active",
      3,
      { registration_id: "lic-1" },
    ]);
    expect((await invoicesOf(customer)).map((one) => [one.status, one.total])).toEqual([["paid", 3000]]);
    await server.sandbox.runDue();
    expect(server.received).toEqual([]);
    await server.advance(20 * 86_400 + 5);
    expect((await invoicesOf(customer)).map((one) => [one.status, one.total])).toEqual([
      ["paid", 1800],
      ["paid", 3000],
    ]);
    server.setNow(AT);
  });

  test("stores a card that declines later without charging it, and fails at the renewal", async () => {
    const { customer, id } = await seeded({}, "4000000000000341");
    expect((await invoicesOf(customer)).map((one) => one.status)).toEqual(["paid"]);
    await server.advance(20 * 86_400 + 5);
    expect((await subscriptionOf(id)).status).toBe("past_due");
    server.setNow(AT);
  });

  test("without a card", async () => {
    const { customer, id } = await seeded({}, null);
    expect((await invoicesOf(customer)).map((one) => one.status)).toEqual(["paid"]);
    await server.advance(20 * 86_400 + 5);
    expect((await subscriptionOf(id)).status).toBe("past_due");
    server.setNow(AT);
  });

  test("past due: the unpaid period has just begun, and is tried again in three days", async () => {
    const { customer, id } = await seeded({ status: "past_due", currentPeriodEnd: new Date("2026-12-21T12:00:00Z") });
    expect((await invoicesOf(customer)).map((one) => [one.status, one.total])).toEqual([
      ["open", 2500],
      ["paid", 2500],
    ]);
    expect((await subscriptionOf(id)).status).toBe("past_due");
    await server.advance(3 * 86_400 + 1);
    expect((await subscriptionOf(id)).status).toBe("active");
    server.setNow(AT);
  });

  test("canceled, and set to end", async () => {
    const ended = await seeded({ status: "canceled", currentPeriodEnd: new Date(AT.getTime() - DAY) });
    expect(await subscriptionOf(ended.id)).toMatchObject({ status: "canceled" });
    const ending = await seeded({ cancelAtPeriodEnd: true });
    expect(await subscriptionOf(ending.id)).toMatchObject({ status: "active", cancel_at_period_end: true });
    await server.advance(20 * 86_400 + 5);
    expect(await subscriptionOf(ending.id)).toMatchObject({ status: "canceled" });
    server.setNow(AT);
  });

  test("the same seeds twice change nothing", async () => {
    const { customer, id } = await seeded({});
    const before = await subscriptionOf(id);
    made -= 1;
    await seeded({ quantity: 1 });
    expect(await subscriptionOf(id)).toEqual(before);
    expect(await invoicesOf(customer)).toHaveLength(1);
    const methods = await get<Stripe.ApiList<Stripe.PaymentMethod>>(`customers/${customer}/payment_methods`);
    expect(methods.data).toHaveLength(1);
  });
});
