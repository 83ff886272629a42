import { createHmac } from "node:crypto";
import { createLog } from "@foyer/service-kit/log";
import { expect, test } from "vitest";
import type { Json } from "../testing/provider.ts";
import { MONTHLY, testWorld, webhookSecret } from "../testing/purchase-world.ts";
import { makeSubscriber, saveCard, type Subscriber, subscriptionCalls } from "../testing/subscribers.ts";

const world = testWorld();

const DAY = 86_400;
const { read, stage, newsOf, ...calls } = subscriptionCalls(world);
const atProvider = ({ subscription }: Subscriber, change: object) =>
  world.provider("POST", `subscriptions/${subscription}`, change);

/** Runs `work` without webhooks. */
async function unheard(work: () => Promise<unknown>): Promise<void> {
  await world.sandbox.setWebhookChaos({ drop: true });
  await work();
  await world.settle();
  await world.sandbox.setWebhookChaos({ drop: false });
}

/** Sends a body as the provider does, with optional differences. */
async function send(
  payload: string,
  given: { at?: number; secret?: string; header?: string; origin?: string; type?: string } = {},
): Promise<number> {
  const at = given.at ?? Math.floor(Date.now() / 1_000);
  const signature = createHmac("sha256", given.secret ?? webhookSecret)
    .update(`${at}.${payload}`)
    .digest("hex");
  const response = await fetch(`${given.origin ?? world.origin}/api/v2/webhook`, {
    method: "POST",
    headers: {
      "content-type": given.type ?? "application/json; charset=utf-8",
      "stripe-signature": given.header ?? `t=${at},v1=${signature}`,
    },
    body: payload,
  });
  await response.arrayBuffer();
  return response.status;
}

const eventsOf = async (who: Subscriber): Promise<Json[]> =>
  (await world.provider("GET", "events", { limit: 100 })).data.filter((event: Json) =>
    JSON.stringify(event).includes(who.subscription),
  );
const stored = async (): Promise<number> =>
  (await world.service.database.kysely.selectFrom("provider_events").select("id").execute()).length;
const row = (who: Subscriber) =>
  world.service.database.kysely
    .selectFrom("subscriptions")
    .selectAll()
    .where("id", "=", who.subscription)
    .executeTakeFirstOrThrow();

test("R-56 forged, stale, unsigned, wrong-mode and unstorable events are refused with 400, unstored (FAULT-63)", async () => {
  const now = Math.floor(Date.now() / 1_000);
  const event = (id: string, livemode = false): string =>
    JSON.stringify({
      id,
      object: "event",
      type: "customer.created",
      created: now,
      livemode,
      data: { object: { id: "cus_x", object: "customer" } },
    });
  const before = await stored();
  expect(await send(event("evt_1"), { secret: "whsec_somebody_else" })).toBe(400);
  expect(await send(event("evt_2"), { at: now - 301 })).toBe(400);
  expect(await send(event("evt_3"), { at: now + 310 })).toBe(400);
  expect(await send(event("evt_4"), { header: "" })).toBe(400);
  expect(await send(event("evt_5"), { header: `v1=${"0".repeat(64)}` })).toBe(400);
  expect(await send(event("evt_6", true))).toBe(400);
  expect(await send("not json")).toBe(400);
  const strange: readonly (readonly [string, string])[] = [
    ["cus_x", "x".repeat(5_000)],
    ["cus_x", "\\u0000"],
    ["customer.created", "customer.\\u0000created"],
    ["evt_8", "evt_8\\ud800"],
    [`"created":${now}`, `"created":1e300`],
  ];
  for (const [part, instead] of strange) expect(await send(event("evt_8").replace(part, instead)), instead).toBe(400);
  expect(await stored()).toBe(before);
  expect(await send(event("evt_7"), { at: now - 290 })).toBe(200);
  expect(await send(event("evt_7"))).toBe(200);
  expect(await stored()).toBe(before + 1);
});

test("R-46 R-56 an event without the JSON content type is refused with 415, even with a valid signature", async () => {
  const before = await stored();
  const event = JSON.stringify({ id: "evt_typed", object: "event", type: "customer.created" });
  for (const type of ["text/plain", "application/x-www-form-urlencoded", ""])
    expect(await send(event, { type })).toBe(415);
  expect(await stored()).toBe(before);
});

test("R-56 an event that names another account is refused with 400, its id is logged, and nothing changes", async () => {
  let logged = "";
  const destination = { write: (line: string) => ((logged += line), true) } as unknown as NodeJS.WritableStream;
  const { origin } = await world.another({ log: createLog({ level: "info", destination }) });
  const who = await makeSubscriber(world, { quantity: 3 });
  await unheard(() => atProvider(who, { cancel_at_period_end: true }));
  const [own] = await eventsOf(who);
  const before = await stored();
  for (const [id, more] of [
    ["evt_connected", { account: "acct_1Other" }],
    ["evt_connected_2", { account: "" }],
    ["evt_other_mode", { livemode: true }],
  ] as const) {
    expect(await send(JSON.stringify({ ...own, id, ...more }), { origin })).toBe(400);
    expect(logged).toContain(`"event":"${id}"`);
  }
  await world.settle();
  expect(await stored()).toBe(before);
  expect((await row(who)).cancel_at_period_end).toBe(false);
  // A forged event must not write to the log.
  expect(await send(JSON.stringify({ ...own, id: "evt_forged" }), { origin, secret: "whsec_somebody_else" })).toBe(400);
  expect(logged).not.toContain("evt_forged");
  expect(await send(JSON.stringify({ ...own, id: "evt_own", account: null }), { origin })).toBe(200);
  await world.settle();
  expect((await row(who)).cancel_at_period_end).toBe(true);
});

test("R-56 without a webhook secret the service does not start", async () => {
  const stripe = { apiKey: "sk_test_sandbox", publishableKey: "pk_test_sandbox", webhookSecret: "", sandbox: null };
  await expect(world.another({ stripe })).rejects.toThrow("webhook secret");
});

test("R-57 an event is stored with its work; an unknown kind is accepted and does nothing", async () => {
  const payload = JSON.stringify({
    id: "evt_unknown",
    object: "event",
    type: "terminal.reader.action_failed",
    created: Math.floor(Date.now() / 1_000),
    livemode: false,
    data: { object: { id: "tmr_1", object: "terminal.reader" } },
  });
  expect(await send(payload)).toBe(200);
  const known = await world.service.database.kysely
    .selectFrom("provider_events")
    .select("type")
    .where("id", "=", "evt_unknown")
    .executeTakeFirst();
  expect(known?.type).toBe("terminal.reader.action_failed");
});

test("R-57 work of an event that fails now is done later: no accepted event is lost", async () => {
  const who = await makeSubscriber(world, { quantity: 3 });
  await unheard(() => atProvider(who, { cancel_at_period_end: true }));
  const event = (await eventsOf(who)).find(({ type }) => type === "customer.subscription.updated");
  world.sandbox.setFaults([{ kind: "error_500", when: "before", method: "GET", path: "subscriptions", times: 99 }]);
  expect(await send(JSON.stringify(event))).toBe(200);
  await world.settle();
  expect((await row(who)).cancel_at_period_end).toBe(false);
  world.sandbox.setFaults([]);
  // Makes the next try due now.
  const pauseIsOver = "update purchase_jobs._private_jobs set run_at = now() where last_error is not null";
  await expect.poll(async () => (await world.service.database.pool.query(pauseIsOver)).rowCount).toBe(1);
  await world.settle();
  expect((await row(who)).cancel_at_period_end).toBe(true);
});

function orders<T>(list: readonly T[]): T[][] {
  if (list.length <= 1) return [[...list]];
  return list.flatMap((one, index) => orders(list.toSpliced(index, 1)).map((rest) => [one, ...rest]));
}

test("R-58 all 120 orders of five events, each one to three times, some concurrently, end in one state with each effect once", async () => {
  const who = await makeSubscriber(world, { quantity: 3 });
  await world.sandbox.setWebhookChaos({ drop: true });
  await atProvider(who, { cancel_at_period_end: true });
  await atProvider(who, { cancel_at_period_end: false });
  await atProvider(who, { items: [{ id: who.item, quantity: 6 }], proration_behavior: "always_invoice" });
  await world.settle();
  const all = await eventsOf(who);
  const five = all
    .filter((event) =>
      ["customer.subscription.updated", "invoice.paid", "invoice.created", "customer.subscription.created"].includes(
        event.type,
      ),
    )
    .slice(0, 5);
  expect(five).toHaveLength(5);
  const before = world.accounts.news.length;
  const states = new Set<string>();
  const { kysely } = world.service.database;
  for (const [index, order] of orders(five).entries()) {
    await kysely.deleteFrom("provider_events").execute();
    const copies = order.flatMap((event, at) => Array<Json>(1 + ((index + at) % 3)).fill(event));
    if (index % 2) await Promise.all(copies.map((event) => send(JSON.stringify(event))));
    else for (const event of copies) await send(JSON.stringify(event));
    await world.settle();
    const { version: _version, synced_at: _synced, object_time: _time, ...state } = await row(who);
    states.add(JSON.stringify(state));
  }
  expect(states.size).toBe(1);
  expect(await row(who)).toMatchObject({ paid_quantity: 6, provider_quantity: 6, cancel_at_period_end: false });
  const told = world.accounts.news.slice(before).filter(({ subscription }) => subscription.id === who.subscription);
  expect(told.map(({ subscription }) => subscription.quantity)).toEqual([6]);
  await world.sandbox.setWebhookChaos({ drop: false });
}, 120_000);

test("HA-10 what the accounts service was told more than 400 days ago goes with the next news of the subscription", async () => {
  const [who, other] = [await makeSubscriber(world, { quantity: 3 }), await makeSubscriber(world, { quantity: 3 })];
  await world.settle();
  const { kysely } = world.service.database;
  const told = async ({ subscription }: Subscriber): Promise<number[]> => {
    const rows = await kysely
      .selectFrom("news")
      .select("sequence")
      .where("subscription_id", "=", subscription)
      .execute();
    return rows.map(({ sequence }) => sequence).toSorted((one, two) => one - two);
  };
  const change = async (quantity: number): Promise<void> => {
    const items = [{ id: who.item, quantity }];
    await atProvider(who, { items });
    await world.settle();
  };
  await change(4);
  const before = { who: await told(who), other: await told(other) };
  expect(before.who.length).toBeGreaterThan(1);
  const longAgo = new Date(world.clock.now().getTime() - 401 * DAY * 1_000);
  const newest = before.who.at(-1) ?? 0;
  await kysely.updateTable("news").set({ sent_at: longAgo }).where("sequence", "<", newest).execute();
  await change(5);
  expect(await told(who)).toEqual([newest, newest + 1]);
  expect(await told(other)).toEqual(before.other);
});

test("R-59 all webhooks dropped for an hour: the reconciler finds every change, a dry run reports and changes nothing", async () => {
  const who = await makeSubscriber(world, { quantity: 3 });
  const other = await makeSubscriber(world, { quantity: 4 });
  await world.sandbox.setWebhookChaos({ drop: true });
  await atProvider(who, { cancel_at_period_end: true });
  await atProvider(other, { items: [{ id: other.item, quantity: 8 }], proration_behavior: "always_invoice" });
  world.moveClock(3_600);
  await world.settle();
  await world.sandbox.setWebhookChaos({ drop: false });
  const dry = await world.service.reconcile({ dryRun: true });
  expect(dry.repaired).toBe(false);
  expect(dry.drift.map(({ subscription, what }) => `${subscription} ${what}`).toSorted()).toEqual(
    [
      `${who.subscription} cancel_at_period_end`,
      `${other.subscription} quantity`,
      `${other.subscription} paid_quantity`,
    ].toSorted(),
  );
  expect((await row(who)).cancel_at_period_end).toBe(false);
  world.moveClock(1_200);
  await world.sweep("catch-up-events");
  await world.settle();
  expect((await world.service.reconcile({ dryRun: true })).drift).toEqual([]);
  expect(await row(other)).toMatchObject({ paid_quantity: 8 });
});

test("R-65 nothing is in force before it is paid, and an ended subscription is reported at once", async () => {
  const who = await makeSubscriber(world, { quantity: 3 });
  await atProvider(who, { items: [{ id: who.item, quantity: 50 }], proration_behavior: "none" });
  await world.settle();
  expect((await read(who)).items.data[0].quantity).toBe(3);
  await world.provider("DELETE", `subscriptions/${who.subscription}`);
  await world.settle();
  expect(world.accounts.news.at(-1)?.subscription).toMatchObject({ id: who.subscription, status: "canceled" });
  expect(await stage(who, { plan: MONTHLY, quantity: 5 })).toMatchObject({
    status: 409,
    body: { code: 20_005, message: "The subscription has ended." },
  });
});

test("a failed renewal is past due, a new default card is charged at once, and the open invoice can be paid", async () => {
  const who = await makeSubscriber(world, { quantity: 3, card: "pm_card_chargeCustomerFail" });
  await world.advance(31 * DAY);
  const late = await read(who);
  expect(late).toMatchObject({ status: "past_due", open_invoice: { total: 3_000, currency: "usd" } });
  const pay = () => calls.pay(who, late.open_invoice.id);
  expect(await pay()).toMatchObject({ status: 402, body: { code: 20_002 } });
  expect((await calls.preview(who, { plan: MONTHLY, quantity: 5 })).body.code).toBe(20_005);
  const card = await world.provider("POST", "payment_methods/pm_card_visa/attach", { customer: who.customer });
  await calls.post(who, `customer/${who.customer}/payment_method/${card.id}/default`);
  await world.settle();
  expect(await read(who)).toMatchObject({ status: "active", open_invoice: null });
  expect(await pay()).toMatchObject({ status: 200, body: { payment: { state: "paid" } } });
});

test("the record names the person who paid a failed renewal manually, and its price", async () => {
  const who = await makeSubscriber(world, { quantity: 3, card: "pm_card_chargeCustomerFail" });
  await world.advance(31 * DAY);
  const late = await read(who);
  await saveCard(world, who.customer, "pm_card_visa");
  await calls.pay(who, late.open_invoice.id);
  await world.settle();
  expect(newsOf(who).at(-1)).toMatchObject({
    subscription: { status: "active" },
    cause: { by: who.person, amount: 3_000, currency: "usd" },
  });
});

test("a past-due subscription ends after the last try, and reports it", async () => {
  const who = await makeSubscriber(world, { quantity: 2, card: "pm_card_chargeCustomerFail" });
  await world.advance(31 * DAY);
  expect((await row(who)).status).toBe("past_due");
  await world.advance(16 * DAY);
  expect((await row(who)).status).toBe("canceled");
  expect(newsOf(who).at(-1)?.subscription.status).toBe("canceled");
  await saveCard(world, who.customer, "pm_card_visa");
});
