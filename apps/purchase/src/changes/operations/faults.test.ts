import { afterEach, beforeAll, expect, test } from "vitest";
import { increasesAfterSwitch } from "../../testing/changes-after-switch.ts";
import { changes, increase, makeLateTerms, type Subject } from "../../testing/changes.ts";
import { MONTHLY, type PurchaseWorld, testWorld } from "../../testing/purchase-world.ts";
import { purchases } from "../../testing/purchases.ts";
import { makeSubscriber, subscriptionCalls } from "../../testing/subscribers.ts";

type Fault = Parameters<PurchaseWorld["sandbox"]["setFaults"]>[0][number];

const world = testWorld({ stripe: { timeoutMs: 800, retries: 0 } });
const { stage, create, newsOf } = subscriptionCalls(world);
beforeAll(async () => {
  await makeLateTerms(world);
}, 120_000);
afterEach(() => world.sandbox.setFaults([]));

/** A lost answer, and what else fails with it. */
interface Lost {
  readonly name: string;
  readonly fault: Pick<Fault, "kind" | "when" | "isKept">;
  /** True if lookups at the provider fail as well. */
  readonly isBlind?: boolean;
  /** Seconds on our clock before the sweep runs. */
  readonly seconds: number;
  readonly forgetsKeys?: boolean;
}

const FIVE_MINUTES = 300;
const DAY_AND_HOUR = 25 * 3_600;

const lost: readonly Lost[] = [
  { name: "it answers 500", fault: { kind: "error_500", when: "after" }, seconds: FIVE_MINUTES },
  {
    name: "it answers 500, for ever to that key",
    fault: { kind: "error_500", when: "after", isKept: true },
    isBlind: true,
    seconds: FIVE_MINUTES,
  },
  { name: "it hangs", fault: { kind: "hang", when: "after" }, isBlind: true, seconds: FIVE_MINUTES },
  { name: "it resets the connection", fault: { kind: "reset", when: "after" }, seconds: FIVE_MINUTES },
  {
    name: "it answers 429 and had done the work",
    fault: { kind: "rate_limit_429", when: "after" },
    isBlind: true,
    seconds: FIVE_MINUTES,
  },
  {
    name: "it forgets the key after 25 hours",
    fault: { kind: "error_500", when: "after" },
    isBlind: true,
    seconds: DAY_AND_HOUR,
    forgetsKeys: true,
  },
];

function faultsOf(subject: Subject, { fault, isBlind }: Lost): Fault[] {
  const blind = ["invoices", "subscriptions", "credit_notes", "customers"].map((path): Fault => ({
    kind: "error_500",
    when: "before",
    method: "GET",
    path,
    times: 50,
  }));
  const times = fault.kind === "reset" ? 2 : 1;
  return [{ ...fault, path: subject.path, times, ...(isBlind ? { afterwards: blind } : {}) }];
}

/** Makes the provider available, moves our clock and runs the sweep once. */
async function recover({ seconds, forgetsKeys }: Lost): Promise<void> {
  world.sandbox.setFaults([]);
  if (forgetsKeys) await world.forgetKeys();
  world.moveClock(seconds);
  await world.sweep("resume-operations");
}

for (const change of [...increasesAfterSwitch, ...changes, ...purchases]) {
  for (const how of lost) {
    test(`R-60 R-61 ${change.name}: the provider does the work and ${how.name}; it counts once and ends within 5 min`, async () => {
      const subject = await change.make(world);
      world.sandbox.setFaults(faultsOf(subject, how));
      const answer = await subject.send();
      expect([answer.status, answer.body.code]).toEqual(answer.status === 200 ? [200, undefined] : [503, 20_004]);
      await recover(how);
      expect(await openOperations()).toEqual([]);
      if (how.seconds > 3_600 && subject.isPrepared) {
        await subject.expectNothing();
        return;
      }
      await subject.expectOnce();
      // The answer is the same, or says that the change is already made.
      const repeat = await subject.send();
      expect([undefined, 20_005]).toContain(repeat.body.code);
      await subject.expectOnce();
    });
  }

  test(`R-61 ${change.name}: the process dies between the provider's answer and our commit; another process completes it once`, async () => {
    const subject = await change.make(world);
    const dying = await world.another();
    world.sandbox.setFaults([{ kind: "hang", when: "after", path: subject.path, times: 1 }]);
    const unheard = subject.send(dying.origin).catch(() => null);
    await expect.poll(() => subject.isAtProvider(), { timeout: 5_000 }).toBe(true);
    await dying.service.stop();
    await unheard;
    await leasesRunOut();
    world.moveClock(FIVE_MINUTES);
    await world.sweep("resume-operations");
    expect(await openOperations()).toEqual([]);
    await subject.send();
    await subject.expectOnce();
  });

  test(`R-60 R-61 ${change.name}: nothing was done and 500 answered for ever to that key; the same request succeeds later`, async () => {
    const subject = await change.make(world);
    world.sandbox.setFaults([{ kind: "error_500", when: "before", isKept: true, path: subject.path }]);
    const answer = await subject.send();
    expect([answer.status, answer.body.code]).toEqual([503, 20_004]);
    await subject.expectNothing();
    for (let minute = 0; minute < 5; minute += 1) {
      world.moveClock(60);
      await world.sweep("resume-operations");
    }
    expect(await openOperations()).toEqual([]);
    if ((await subject.send()).status !== 200) {
      await subject.expectNothing();
      await subject.prepareAgain?.();
      expect((await subject.send()).status).toBe(200);
    }
    await subject.expectOnce();
  });
}

async function openOperations(): Promise<unknown[]> {
  return await world.service.database.kysely
    .selectFrom("operations")
    .select(["kind", "state", "attempts", "outcome"])
    .where("state", "in", ["pending", "unknown"])
    .execute();
}

/** Expires all leases, as after a minute without the process. */
async function leasesRunOut(): Promise<void> {
  await world.service.database.kysely
    .updateTable("operations")
    .set({ leased_until: new Date(0) })
    .where("leased_until", "is not", null)
    .execute();
}

test("R-61 however often the provider did not answer, the next try comes within five minutes", async () => {
  const { kysely } = world.service.database;
  const subject = await increase.make(world);
  const silence: Fault = { kind: "reset", when: "before", path: subject.path, times: 4 };
  world.sandbox.setFaults([silence]);
  expect((await subject.send()).status).toBe(503);
  await kysely.updateTable("operations").set({ attempts: 6 }).where("state", "=", "unknown").execute();
  world.moveClock(10);
  await world.sweep("resume-operations");
  const open = await kysely.selectFrom("operations").selectAll().where("state", "=", "unknown").execute();
  expect(open.map(({ attempts }) => attempts)).toEqual([7]);
  const pause = (open[0]?.next_attempt_at?.getTime() ?? 0) - world.clock.now().getTime();
  expect(pause).toBeGreaterThan(120_000);
  expect(pause).toBeLessThan(295_000);
  world.sandbox.setFaults([]);
  world.moveClock(300);
  await world.sweep("resume-operations");
  await subject.expectOnce();
});

test("R-60 R-61 after 25 hours without any trace at the provider nothing is charged, and the change can be made again", async () => {
  const subject = await increase.make(world);
  world.sandbox.setFaults([{ kind: "hang", when: "before", path: subject.path, times: 9 }]);
  expect((await subject.send()).status).toBe(503);
  await recover({ name: "", fault: { kind: "hang", when: "before" }, seconds: DAY_AND_HOUR, forgetsKeys: true });
  await subject.expectNothing();
  expect(await subject.send()).toMatchObject({ status: 409 });
  await subject.prepareAgain?.();
  expect((await subject.send()).status).toBe(200);
  await subject.expectOnce();
});

test("R-61 the record names the buyer of more seats, also if the charge first restored a lowered quantity", async () => {
  const who = await makeSubscriber(world, { quantity: 5 });
  const path = `subscriptions/${who.subscription}`;
  const items = [{ id: who.item, quantity: 2 }];
  await world.provider("POST", path, { items, proration_behavior: "none" });
  await world.settle();
  await stage(who, { plan: MONTHLY, quantity: 7 });
  // The answer to the first step is lost, and the second call fails. Readers see the state between the two steps.
  const away: Fault = { kind: "error_500", when: "before", method: "POST", path: "invoices/create_preview", times: 50 };
  world.sandbox.setFaults([{ kind: "error_500", when: "after", method: "POST", path, times: 1, afterwards: [away] }]);
  await create(who);
  await world.settle();
  world.sandbox.setFaults([]);
  world.moveClock(300);
  await world.sweep("resume-operations");
  await world.settle();
  const told = newsOf(who).slice(-3);
  expect(
    told.map(({ subscription, cause }) => [subscription.quantity, subscription.next?.quantity, cause?.by]),
  ).toEqual([
    [5, 2, undefined],
    [5, undefined, who.person],
    [7, undefined, who.person],
  ]);
});

test("R-67 while the provider is away subscriptions are read from what is known, and the breaker spares the wait", async () => {
  const who = await makeSubscriber(world, { quantity: 3 });
  world.sandbox.setFaults([{ kind: "hang", when: "before", method: "GET", times: 5 }]);
  const cards = () => world.call(who.person, "GET", `customer/${who.customer}/payment_methods`);
  await Promise.all(Array.from({ length: 5 }, cards));
  // The provider would answer now. The refusal shows that it was not called.
  const refused = await cards();
  const subscriptions = await world.call(who.person, "GET", `customer/${who.customer}/subscriptions`);
  expect(refused).toMatchObject({ status: 503, body: { code: 20_004 } });
  expect(subscriptions.body.subscriptions[0].id).toBe(who.subscription);
});
