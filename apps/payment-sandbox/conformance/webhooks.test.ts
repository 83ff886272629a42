import type Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { WEBHOOK_SECRET, type SandboxServer } from "../src/testing/sandbox-server.ts";
import { buyer, openShop } from "./shop.ts";

let server: SandboxServer;
let stripe: Stripe;

beforeAll(async () => {
  ({ server, stripe } = await openShop("2026-11-01T00:00:00Z"));
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.sandbox.setWebhookChaos({});
  await server.sandbox.runDue();
  server.received.length = 0;
  server.receiverStatus.value = 200;
});

const events = () =>
  server.received.map(({ payload, signature }) => stripe.webhooks.constructEvent(payload, signature, WEBHOOK_SECRET));

test("a paid subscription is told by signed events in the order in which it happened", async () => {
  const { customer } = await buyer(stripe);
  await stripe.subscriptions.create({ customer, items: [{ plan: "MONTHLY", quantity: 2 }] });
  await server.sandbox.runDue();
  const types = events().map((event) => event.type);
  expect(types).toEqual([
    "customer.created",
    "payment_method.attached",
    "customer.updated",
    "customer.subscription.created",
    "invoice.created",
    "invoice.finalized",
    "charge.succeeded",
    "payment_intent.succeeded",
    "invoice.updated",
    "invoice.paid",
    "invoice.payment_succeeded",
    "customer.subscription.updated",
  ]);
  const [first] = events();
  expect(first).toMatchObject({ object: "event", api_version: "2026-10-28.endive", livemode: false });
  expect((await stripe.events.retrieve(first?.id ?? "")).type).toBe("customer.created");
});

test("what was refused is not told", async () => {
  await expect(stripe.customers.create({ email: "a@example.com", balance: 1.5 })).rejects.toMatchObject({
    statusCode: 400,
  });
  await server.sandbox.runDue();
  expect(server.received).toEqual([]);
});

test("a receiver that fails gets the event three more times, with the same id", async () => {
  server.receiverStatus.value = 500;
  await stripe.customers.create({ email: "b@example.com" });
  for (let round = 0; round < 5; round += 1) await server.sandbox.runDue();
  expect(new Set(events().map((event) => event.id)).size).toBe(1);
  expect(server.received).toHaveLength(4);
});

test("the chaos switch duplicates and drops", async () => {
  await server.sandbox.setWebhookChaos({ duplicate: 2 });
  await stripe.customers.create({ email: "c@example.com" });
  await server.sandbox.runDue();
  expect(server.received).toHaveLength(3);
  await server.sandbox.setWebhookChaos({ drop: true });
  await stripe.customers.create({ email: "d@example.com" });
  await server.sandbox.runDue();
  expect(server.received).toHaveLength(3);
});

test("an endpoint of its own gets only what it asked for, signed with its own secret", async () => {
  const url = `http://127.0.0.1:${server.port}/nowhere`;
  const endpoint = await stripe.webhookEndpoints.create({ url, enabled_events: ["customer.deleted"] });
  expect(endpoint.secret).toMatch(/^whsec_/);
  expect((await stripe.webhookEndpoints.retrieve(endpoint.id)).secret).toBeUndefined();
  const customer = await stripe.customers.create({ email: "e@example.com" });
  await stripe.customers.del(customer.id);
  const { rows } = await server.pool.query("select count(*)::int as n from sandbox.deliveries where endpoint_id = $1", [
    endpoint.id,
  ]);
  expect(rows).toEqual([{ n: 1 }]);
  await stripe.webhookEndpoints.del(endpoint.id);
});
