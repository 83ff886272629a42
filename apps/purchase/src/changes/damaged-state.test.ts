import { expect, test, vi } from "vitest";
import { type Answer, MONTHLY, testWorld } from "../testing/purchase-world.ts";
import { makeSubscriber, pathOf, type Subscriber, subscriptionCalls } from "../testing/subscribers.ts";

// States that a failover, a restore, a manual change in the database or a wrong clock can leave.

const HOUR = 3_600;
const world = testWorld({ stripe: { timeoutMs: 800, retries: 0 } });

const { read, create, turnRenewal, paidCharges, newsOf, ...calls } = subscriptionCalls(world);
const outcomeOf = ({ status, body }: Answer): unknown[] => [status, body.code];
const stage = async (who: Subscriber, quantity: number): Promise<unknown[]> =>
  outcomeOf(await calls.stage(who, { plan: MONTHLY, quantity }));
const pay = async (who: Subscriber): Promise<unknown[]> => outcomeOf(await create(who));

async function change(who: Subscriber, quantity: number): Promise<unknown[]> {
  const staged = await stage(who, quantity);
  return staged[0] === 200 ? await pay(who) : staged;
}

const operationsOf = ({ subscription }: Subscriber) =>
  world.service.database.kysely.selectFrom("operations").selectAll().where("subject", "=", subscription).execute();

test.each(["before", "after"] as const)(
  "R-60 a live operation is deleted %s the provider acts: each answer is 503 or 409, nothing is charged twice (FAULT-60)",
  async (when) => {
    const who = await makeSubscriber(world, { quantity: 3 });
    expect(await stage(who, 5)).toEqual([200, undefined]);
    const path = `subscriptions/${who.subscription}`;
    world.sandbox.setFaults([{ kind: "hang", when, method: "POST", path }]);
    const asked = Promise.all(Array.from({ length: 8 }, () => pay(who)));
    await vi.waitFor(async () => expect((await operationsOf(who))[0]?.recovery_point).toBe("sent"), 5_000);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { kysely } = world.service.database;
    await kysely.deleteFrom("operations").where("subject", "=", who.subscription).execute();
    const statuses = (await asked).map(([status]) => status);
    expect(statuses.filter((status) => status !== 503 && status !== 409)).toEqual([]);
    expect(statuses).toContain(503);
    world.sandbox.setFaults([]);
    // The same confirmation again, and a new one: both end in the same state as at the provider, paid once.
    await pay(who);
    await world.settle();
    if ((await inForce(who))[0] === 3) expect(await change(who, 5)).toEqual([200, undefined]);
    expect(await inForce(who)).toEqual([5, null, 5]);
    expect(await paidCharges(who)).toHaveLength(2);
  },
);

test("R-60 a damaged operation is a clear refusal, is given up by the sweep, and the next change works (FAULT-60)", async () => {
  const { kysely } = world.service.database;
  const [before, who, after] = [await makeSubscriber(world), await makeSubscriber(world), await makeSubscriber(world)];
  for (const one of [before, who, after]) {
    expect(await stage(one, 5)).toEqual([200, undefined]);
    world.sandbox.setFaults([
      { kind: "error_500", when: "before", method: "POST", path: `subscriptions/${one.subscription}`, times: 9 },
    ]);
    expect((await pay(one))[0]).toBe(503);
  }
  world.sandbox.setFaults([]);
  await kysely.updateTable("operations").set({ request: "{}" }).where("subject", "=", who.subscription).execute();
  expect((await world.call(who.person, "GET", pathOf(who))).status).toBe(200);
  expect((await pay(who))[0]).toBe(409);
  world.moveClock(300);
  await world.sweep("resume-operations");
  await world.settle();
  for (const one of [before, after]) expect(await inForce(one)).toEqual([5, null, 5]);
  expect(await operationsOf(who)).toMatchObject([{ state: "failed" }]);
  expect(await inForce(who)).toEqual([3, null, 3]);
  expect(await change(who, 5)).toEqual([200, undefined]);
  expect(await paidCharges(who)).toHaveLength(2);
});

const inForce = async (who: Subscriber) => {
  const { items, next } = await read(who);
  return [items.data[0].quantity, next, newsOf(who).at(-1)?.subscription.quantity];
};

test("R-59 a clock that is set back two hours: changes count, events are caught up, reconcile finds what differs (FAULT-62)", async () => {
  const who = await makeSubscriber(world, { quantity: 3 });
  await world.advance(3 * HOUR);
  expect(await change(who, 4)).toEqual([200, undefined]);
  await world.sweep("catch-up-events");
  world.moveClock(-2 * HOUR);
  for (const quantity of [5, 6]) {
    expect(await change(who, quantity)).toEqual([200, undefined]);
    expect(await inForce(who)).toEqual([quantity, null, quantity]);
  }
  await world.settle();
  expect(await inForce(who)).toEqual([6, null, 6]);
  // An event that is lost after the clock was set back is older than what the search had reached.
  await world.sandbox.setWebhookChaos({ drop: true });
  await world.provider("POST", `subscriptions/${who.subscription}`, { cancel_at_period_end: true });
  await world.settle();
  await world.sandbox.setWebhookChaos({ drop: false });
  await world.sweep("catch-up-events");
  await world.settle();
  expect((await read(who)).cancel_at_period_end).toBe(true);
  // Wrong rows of an earlier version are found and repaired.
  const { kysely } = world.service.database;
  await kysely.updateTable("subscriptions").set({ paid_quantity: 5 }).where("id", "=", who.subscription).execute();
  const { drift } = await world.service.reconcile({ dryRun: false });
  expect(drift).toEqual([{ subscription: who.subscription, what: "paid_quantity", here: "5", provider: "6" }]);
  await world.settle();
  expect(await inForce(who)).toEqual([6, null, 6]);
});

test("R-61 a lease that was written before the clock was set back does not block its operation (FAULT-62)", async () => {
  const who = await makeSubscriber(world, { quantity: 3 });
  world.sandbox.setFaults([{ kind: "error_500", when: "before", path: `subscriptions/${who.subscription}`, times: 9 }]);
  expect((await turnRenewal(who, "off")).status).toBe(503);
  world.sandbox.setFaults([]);
  const later = new Date(Date.now() + 2 * HOUR * 1_000);
  await world.service.database.kysely
    .updateTable("operations")
    .set({ leased_until: later, next_attempt_at: new Date(world.clock.now().getTime() + 2 * HOUR * 1_000) })
    .where("subject", "=", who.subscription)
    .execute();
  await world.sweep("resume-operations");
  expect((await read(who)).cancel_at_period_end).toBe(true);
});
