import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Json } from "../testing/provider.ts";
import { MONTHLY, type PurchaseWorld, purchaseWorld } from "../testing/purchase-world.ts";
import { invoicePathOf, makePlans, makeSubscriber, pathOf, type Subscriber } from "../testing/subscribers.ts";

let world: PurchaseWorld;

beforeAll(async () => {
  world = await purchaseWorld({ stripe: { timeoutMs: 400, retries: 0 } });
  await makePlans(world);
});
beforeEach(() => world.sandbox.setFaults([]));
afterAll(() => world.close());

const stage = (who: Subscriber, quantity: number, origin?: string) =>
  world.call(
    who.person,
    "POST",
    pathOf(who),
    { plan: MONTHLY, quantity, proration_behavior: "create_prorations" },
    {},
    origin,
  );
const create = (who: Subscriber, origin?: string) =>
  world.call(who.person, "POST", `${invoicePathOf(who)}/create`, { auto_advance: true }, {}, origin);
const read = async (who: Subscriber): Promise<Json> =>
  (await world.call(who.person, "GET", pathOf(who))).body.subscription;

/** Money taken for changes: every paid invoice beside the first. */
async function charges(who: Subscriber): Promise<Json[]> {
  const { data } = await world.provider("GET", "invoices", { customer: who.customer, limit: 100 });
  return data.filter((invoice: Json) => invoice.status === "paid" && invoice.billing_reason === "subscription_update");
}

/** As if the pauses before the next tries were over. */
async function resume(): Promise<void> {
  await world.service.database.kysely.updateTable("operations").set({ next_attempt_at: null }).execute();
  await world.sweep("resume-operations");
}

const kinds = ["error_500", "hang", "reset"] as const;

for (const kind of kinds) {
  test(`R-61 the provider does the work and then ${kind}: one charge, one change, nobody is told that it failed`, async () => {
    const who = await makeSubscriber(world, { quantity: 3 });
    await stage(who, 5);
    world.sandbox.setFaults([{ kind, when: "after", path: `subscriptions/${who.subscription}`, times: 1 }]);
    const answer = await create(who);
    expect([200, 503]).toContain(answer.status);
    await resume();
    const repeat = await create(who);
    expect(repeat.body).toMatchObject({ invoice: { status: "paid" } });
    expect(await charges(who)).toHaveLength(1);
    expect((await read(who)).items.data[0].quantity).toBe(5);
  });

  test(`R-61 before the work ${kind}: the same key later carries it out once`, async () => {
    const who = await makeSubscriber(world, { quantity: 3 });
    await stage(who, 4);
    world.sandbox.setFaults([{ kind, when: "before", path: `subscriptions/${who.subscription}`, times: 2 }]);
    expect(await create(who)).toMatchObject({ status: 503, body: { code: 20_004 } });
    expect((await read(who)).items.data[0].quantity).toBe(3);
    world.sandbox.setFaults([]);
    await resume();
    expect((await create(who)).body).toMatchObject({ invoice: { status: "paid" } });
    expect(await charges(who)).toHaveLength(1);
    expect((await read(who)).items.data[0].quantity).toBe(4);
  });
}

test("R-60 a 429 is no failure: the same call goes through later", async () => {
  const who = await makeSubscriber(world, { quantity: 3 });
  await stage(who, 4);
  world.sandbox.setFaults([
    { kind: "rate_limit_429", when: "before", path: `subscriptions/${who.subscription}`, times: 1 },
  ]);
  expect(await create(who)).toMatchObject({ status: 503, body: { code: 20_004 } });
  await resume();
  expect(await charges(who)).toHaveLength(1);
  expect((await read(who)).items.data[0].quantity).toBe(4);
});

test("R-60 after 25 hours the provider has forgotten the key: what it did is found, and not done again", async () => {
  const who = await makeSubscriber(world, { quantity: 3 });
  await stage(who, 5);
  world.sandbox.setFaults([
    { kind: "hang", when: "after", path: `subscriptions/${who.subscription}`, times: 1 },
    { kind: "error_500", when: "before", method: "GET", path: "invoices", times: 50 },
    { kind: "error_500", when: "before", method: "GET", path: "subscriptions", times: 50 },
  ]);
  expect(await create(who)).toMatchObject({ status: 503, body: { code: 20_004 } });
  world.sandbox.setFaults([]);
  await world.forgetKeys();
  world.moveClock(25 * 3_600);
  await resume();
  expect(await charges(who)).toHaveLength(1);
  expect((await read(who)).items.data[0].quantity).toBe(5);
});

test("R-60 R-61 after 25 hours without any trace at the provider nothing is charged", async () => {
  const who = await makeSubscriber(world, { quantity: 3 });
  await stage(who, 5);
  world.sandbox.setFaults([
    { kind: "error_500", when: "before", path: `subscriptions/${who.subscription}`, times: 50 },
  ]);
  expect((await create(who)).status).toBe(503);
  world.sandbox.setFaults([]);
  await world.forgetKeys();
  world.moveClock(25 * 3_600);
  await resume();
  expect(await charges(who)).toHaveLength(0);
  expect((await read(who)).items.data[0].quantity).toBe(3);
  expect(await create(who)).toMatchObject({ status: 409 });
});

test("R-61 the process dies between the provider's answer and our commit: another instance ends it, once", async () => {
  const who = await makeSubscriber(world, { quantity: 3 });
  await stage(who, 5);
  const dying = await world.another();
  const operation = await dyingCreate(who, dying.origin);
  // The dead worker's lease runs out.
  await world.service.database.kysely
    .updateTable("operations")
    .set({ leased_until: null, state: "pending" })
    .where("id", "=", operation)
    .execute();
  await resume();
  expect(await charges(who)).toHaveLength(1);
  expect((await read(who)).items.data[0].quantity).toBe(5);
});

/** Carries the change out at the provider and forgets everything that came back. */
async function dyingCreate(who: Subscriber, origin: string): Promise<string> {
  const answer = await create(who, origin);
  expect(answer.status).toBe(200);
  const { kysely } = world.service.database;
  const { id } = await kysely
    .selectFrom("operations")
    .select("id")
    .where("subscription_id", "=", who.subscription)
    .executeTakeFirstOrThrow();
  await kysely
    .updateTable("operations")
    .set({ state: "pending", finished_at: null, invoice_id: null, outcome: null })
    .where("id", "=", id)
    .execute();
  await kysely
    .updateTable("subscriptions")
    .set({ paid_quantity: 3, provider_quantity: 3 })
    .where("id", "=", who.subscription)
    .execute();
  return id;
}

test("R-67 while the provider is away subscriptions are read from what is known, and the breaker spares the wait", async () => {
  const who = await makeSubscriber(world, { quantity: 3 });
  world.sandbox.setFaults([{ kind: "hang", when: "before", method: "GET", times: 50 }]);
  for (let call = 0; call < 5; call += 1)
    await world.call(who.person, "GET", `customer/${who.customer}/payment_methods`);
  const began = performance.now();
  const cards = await world.call(who.person, "GET", `customer/${who.customer}/payment_methods`);
  const subscriptions = await world.call(who.person, "GET", `customer/${who.customer}/subscriptions`);
  expect(performance.now() - began).toBeLessThan(300);
  expect(cards).toMatchObject({ status: 503, body: { code: 20_004 } });
  expect(subscriptions.body.subscriptions[0].id).toBe(who.subscription);
});
