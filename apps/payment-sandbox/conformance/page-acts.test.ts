import type Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SandboxServer } from "../src/testing/sandbox-server.ts";
import { buyer, openShop } from "./shop.ts";

/* Acts of a person on the sandbox's page. Not of the provider. */

let server: SandboxServer;
let stripe: Stripe;

beforeAll(async () => {
  ({ server, stripe } = await openShop("2026-11-05T06:30:00Z"));
});
afterAll(() => server.close());

const press = async (path: string, fields: Record<string, string> = {}) =>
  await fetch(`${server.url}/sandbox/stripe/${path}`, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
const page = async () => await (await fetch(`${server.url}/sandbox/stripe`)).text();

async function start(): Promise<string> {
  const { customer } = await buyer(stripe);
  const items = [{ plan: "MONTHLY", quantity: 1 }];
  const { status } = await stripe.subscriptions.create({ customer, items, payment_behavior: "allow_incomplete" });
  return status;
}

test("one payment is declined for each press, and none after it was taken back", async () => {
  expect((await press("next", { what: "decline_payment" })).headers.get("location")).toBe("/sandbox/stripe#try");
  expect(await page()).toContain("Waits for the next one.");
  expect([await start(), await start()]).toEqual(["incomplete", "active"]);
  expect(await page()).not.toContain("Waits for");
  await press("next", { what: "decline_payment" });
  await press("next", { what: "decline_payment", wanted: "no" });
  expect(await start()).toBe("active");
  const refused = await press("next", { what: "win_the_lottery" });
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining("what: one of decline_payment, lose_webhook"),
  ]);
});

test("one webhook is lost, its event stays on the page with its body, and is sent when asked for", async () => {
  await server.advance(1);
  await press("next", { what: "lose_webhook" });
  const customer = await stripe.customers.create({ email: "lost@example.com" });
  await stripe.customers.update(customer.id, { name: "<b>Lost & Found</b>" });
  await server.advance(1);
  const sent = () => server.received.filter(({ payload }) => payload.includes(customer.id)).length;
  const events = (await stripe.events.list({ limit: 2 })).data;
  expect(events.map(({ type }) => type)).toEqual(["customer.updated", "customer.created"]);
  expect(sent()).toBe(1);
  const shown = await page();
  expect(shown).toContain("lost, as asked for on the page");
  expect(shown).toContain("&lt;b&gt;Lost &amp; Found&lt;/b&gt;");
  const lost = events.find(({ id }) => !server.received.some(({ payload }) => payload.includes(id)));
  expect((await press(`events/${lost?.id}/send`)).status).toBe(303);
  await server.advance(1);
  expect(sent()).toBe(2);
  expect((await press("events/evt_nobody/send")).status).toBe(400);
});
