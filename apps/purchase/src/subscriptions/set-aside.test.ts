import { beforeAll, describe, expect, test } from "vitest";
import type { Json } from "../testing/provider.ts";
import { MONTHLY, testWorld } from "../testing/purchase-world.ts";
import { makePerson, makeSubscriber, type Subscriber, subscriptionCalls } from "../testing/subscribers.ts";

const world = testWorld();
beforeAll(async () => {
  await makePerson(world, "boss", ["admin"]);
});

const staff = (method: "GET" | "POST", path: string, body?: object) =>
  world.call("boss", method, `admin/${path}`, body && { reason: "ticket 1", ...body });
const atProvider = (who: Subscriber, change: object) =>
  world.provider("POST", `subscriptions/${who.subscription}`, change);
const named = (license: string): object => ({ metadata: { registration_id: license } });
const { read, newsOf } = subscriptionCalls(world);
const told = (who: Subscriber): Json[] => newsOf(who).map(({ subscription }) => subscription);
const threeSubscribers = async () =>
  [await makeSubscriber(world), await makeSubscriber(world), await makeSubscriber(world)] as const;
const setAside = async (who: Subscriber): Promise<Json[]> =>
  (await staff("GET", "tasks/")).body.tasks.filter(
    ({ kind, title }: Json) => kind === "message" && title.includes(who.subscription),
  );
const metric = async (): Promise<unknown> => (await world.service.gauges[0]?.read())?.[0]?.value;

/** Gives a subscription another license at the provider, which the accounts service does not have. */
async function misname(who: Subscriber): Promise<string> {
  const wrong = `${who.license}-wrong`;
  world.accounts.unknown.add(wrong);
  await atProvider(who, named(wrong));
  await world.settle();
  return wrong;
}

describe("FAULT-01 a refused message", () => {
  test("R-58 a poisoned message in the middle is set aside; later states and other subscriptions are told (FAULT-01)", async () => {
    const [before, who, after] = await threeSubscribers();
    const wrong = await misname(who);
    for (const one of [before, after]) await atProvider(one, { cancel_at_period_end: true });
    await world.settle();
    for (const one of [before, after]) expect(told(one).at(-1)).toMatchObject({ cancel_at_period_end: true });
    const [task] = await setAside(who);
    expect(task).toMatchObject({
      state: "failed",
      attempts: 1,
      error: "2004 Not found.",
      message: { sequence: 2, cause: null, subscription: { registration_id: wrong, quantity: 3, status: "active" } },
    });
    expect(await metric()).toBe(1);
    // The metadata is corrected, and the subscription ends.
    await atProvider(who, named(who.license));
    await world.settle();
    expect(told(who).at(-1)).toMatchObject({ registration_id: who.license, status: "active" });
    expect(await setAside(who)).toEqual([]);
    expect(await metric()).toBe(0);
    await world.provider("DELETE", `subscriptions/${who.subscription}`);
    await world.settle();
    expect(told(who).at(-1)).toMatchObject({ registration_id: who.license, status: "canceled" });
  });

  test("ROLE-04 staff try a set-aside message again, or tell it as another license (FAULT-01)", async () => {
    const who = await makeSubscriber(world);
    const wrong = await misname(who);
    const [task] = await setAside(who);
    const path = `tasks/${encodeURIComponent(task.id)}/retry/`;
    const again = await staff("POST", path, {});
    expect([again.status, again.body.code, again.body.message]).toEqual([
      409,
      20005,
      "The accounts service still refuses it: 2004 Not found.",
    ]);
    expect((await setAside(who))[0]).toMatchObject({ id: task.id, attempts: 2 });
    expect((await staff("POST", path, { tell_as: { registration_id: who.license } })).status).toBe(200);
    expect(told(who).at(-1)).toMatchObject({ registration_id: who.license, quantity: 3 });
    expect(await setAside(who)).toEqual([]);
    const { acts } = (await staff("GET", `acts/?target=${encodeURIComponent(`task:${task.id}`)}`)).body;
    expect(acts[0].after).toEqual({ told_as: { registration_id: who.license }, refused: null });
    // A message that is told cannot be told again, and there is no such message.
    expect((await staff("POST", path, {})).status).toBe(404);
    expect((await staff("POST", "tasks/news-sub_x.1/retry/", {})).status).toBe(404);
    // Where the cause goes, the message is told without anybody.
    await atProvider(who, { cancel_at_period_end: true });
    await world.settle();
    expect(await setAside(who)).toHaveLength(1);
    world.accounts.unknown.delete(wrong);
    world.moveClock(3_600);
    await world.sweep("late-news");
    expect(told(who).at(-1)).toMatchObject({ registration_id: wrong, cancel_at_period_end: true });
  });

  test("R-58 an accounts service that is down sets nothing aside, and all is told when it is back (FAULT-01)", async () => {
    const who = await makeSubscriber(world);
    world.accounts.isDown = true;
    await atProvider(who, { cancel_at_period_end: true });
    await world.settle();
    world.accounts.isDown = false;
    expect(await setAside(who)).toEqual([]);
    await world.sweep("late-news");
    expect(told(who).at(-1)).toMatchObject({ cancel_at_period_end: true });
  });

  test("R-59 200 refused messages do not keep the sweep from the next one (FAULT-01)", async () => {
    const { kysely } = world.service.database;
    const who = await makeSubscriber(world);
    world.accounts.unknown.add("lic-nobody");
    const template = (
      await kysely.selectFrom("news").selectAll().where("subscription_id", "=", who.subscription).execute()
    )[0];
    if (!template) throw new Error("no news");
    const body = (id: string, license: string): string =>
      JSON.stringify({ ...template.body, id, registration_id: license });
    const common = { sequence: 1, object_time: template.object_time, created_at: template.created_at, sent_at: null };
    const poisoned = Array.from({ length: 200 }, (_, at) => `sub_a${String(at).padStart(3, "0")}`);
    await kysely
      .insertInto("news")
      .values([
        ...poisoned.map((id) => ({ ...common, subscription_id: id, body: body(id, `lic-nobody`), cause: null })),
        { ...common, subscription_id: "sub_z", body: body("sub_z", "lic-z"), cause: null },
      ])
      .execute();
    await world.sweep("late-news");
    world.moveClock(3_600);
    await world.sweep("late-news");
    expect(world.accounts.news.filter(({ subscription }) => subscription.id === "sub_z")).toHaveLength(1);
    await kysely.deleteFrom("news").where("subscription_id", "like", "sub_a%").execute();
  });

  test("BUY-06 a refused sale is set aside and told as another license (FAULT-01)", async () => {
    const { kysely } = world.service.database;
    world.accounts.unknown.add("lic-lost");
    const sale = { customer_id: "cus_1", plan: "P-1", quantity: 1, amount_cents: 1, currency: "usd" };
    const at = { paid_at: world.clock.now(), returned_at: null, told_at: null };
    await kysely
      .insertInto("sales")
      .values(
        ["lic-1", "lic-lost", "lic-3"].map((id) => ({ ...sale, ...at, invoice_id: `in_${id}`, registration_id: id })),
      )
      .execute();
    await world.sweep("late-news");
    expect(world.accounts.sales.map(({ registration_id: id }) => id)).toEqual(["lic-1", "lic-3"]);
    expect(await metric()).toBe(1);
    const { tasks } = (await staff("GET", "tasks/")).body;
    expect(tasks).toContainEqual(
      expect.objectContaining({
        id: "sale-in_lic-lost",
        kind: "message",
        message: { sale: expect.objectContaining({ registration_id: "lic-lost", quantity: 1 }) },
      }),
    );
    const answer = await staff("POST", "tasks/sale-in_lic-lost/retry/", { tell_as: { registration_id: "lic-2" } });
    expect(answer.status).toBe(200);
    expect(world.accounts.sales.at(-1)?.registration_id).toBe("lic-2");
    expect(await metric()).toBe(0);
  });
});

describe("facts of the provider", () => {
  test.each([0, 2_201, 2_500, 2_147_483_647])(
    "R-58 a quantity of %i at the provider is told unchanged, and so is the end (FAULT-01)",
    async (quantity) => {
      const who = await makeSubscriber(world);
      const { id } = (await world.provider("GET", `subscriptions/${who.subscription}`)).items.data[0];
      await atProvider(who, { items: [{ id, quantity }], proration_behavior: "none" });
      await world.settle();
      const next = told(who).at(-1);
      expect(next.next ?? next).toMatchObject({ quantity });
      expect((await read(who)).next.quantity).toBe(quantity);
      await world.provider("DELETE", `subscriptions/${who.subscription}`);
      await world.settle();
      expect(told(who).at(-1)).toMatchObject({ status: "canceled" });
    },
  );

  test("R-59 a quantity beyond the integer type is set aside by reconcile, the rest is compared, its end is told (FAULT-01)", async () => {
    const [before, who, after] = await threeSubscribers();
    await world.sandbox.setWebhookChaos({ drop: true });
    const { id } = (await world.provider("GET", `subscriptions/${who.subscription}`)).items.data[0];
    await atProvider(who, { items: [{ id, quantity: 3_000_000_000 }], proration_behavior: "none" });
    for (const one of [before, after]) await atProvider(one, { cancel_at_period_end: true });
    await world.settle();
    const found = await world.service.reconcile({ dryRun: false });
    expect(found.setAside).toEqual([
      { what: who.subscription, reason: expect.stringContaining(`3000000000 of ${MONTHLY}`) },
    ]);
    expect(found.drift.map(({ subscription }) => subscription).toSorted()).toEqual(
      [before.subscription, after.subscription].toSorted(),
    );
    await world.settle();
    for (const one of [before, after]) expect(told(one).at(-1)).toMatchObject({ cancel_at_period_end: true });
    const resync = await staff("POST", `subscriptions/${who.subscription}/resync/`, {});
    expect([resync.status, resync.body.message]).toEqual([409, expect.stringContaining("3000000000")]);
    await world.provider("DELETE", `subscriptions/${who.subscription}`);
    await world.settle();
    expect((await world.service.reconcile({ dryRun: false })).setAside).toEqual([]);
    await world.settle();
    expect(told(who).at(-1)).toMatchObject({ status: "canceled", quantity: 3 });
    await world.sandbox.setWebhookChaos({ drop: false });
  });

  test("R-59 a subscription whose metadata lost its license still ends its license (FAULT-01)", async () => {
    const who = await makeSubscriber(world);
    await atProvider(who, named(""));
    await world.provider("DELETE", `subscriptions/${who.subscription}`);
    await world.settle();
    expect(told(who).at(-1)).toMatchObject({ registration_id: who.license, status: "canceled" });
  });

  test("ROLE-04 a resync says what it changed, that it changed nothing, or that the state is refused (FAULT-01)", async () => {
    const who = await makeSubscriber(world);
    const path = `subscriptions/${who.subscription}/resync/`;
    world.accounts.unknown.add(who.license);
    const refused = (await staff("POST", path, {})).body;
    expect(refused).toMatchObject({ applied: false, note: expect.stringMatching(/did not change.*2004 Not found/) });
    expect(await setAside(who)).toHaveLength(1);
    world.accounts.unknown.delete(who.license);
    expect((await staff("POST", path, {})).body).toMatchObject({ applied: true });
    expect(await setAside(who)).toEqual([]);
    world.accounts.isUnchanged = true;
    expect((await staff("POST", path, {})).body).toMatchObject({
      applied: false,
      note: expect.stringMatching(/^Nothing changed/),
    });
    world.accounts.isUnchanged = false;
    const wrong = await misname(who);
    expect((await staff("POST", path, {})).body.note).toContain("2004");
    world.accounts.unknown.delete(wrong);
  });
});
