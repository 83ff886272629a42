import { eventually } from "@foyer/testing/running-system";
import { expect, test } from "vitest";
import { increase } from "../../testing/changes.ts";
import { type Answer, MONTHLY, type PurchaseWorld, testWorld } from "../../testing/purchase-world.ts";
import { invoicePathOf, makeSubscriber, type Subscriber, subscriptionCalls } from "../../testing/subscribers.ts";
import { finishOperation, latestOperation, LeaseLost, leaseOperation, parkOperation } from "./operation-store.ts";
import { whileHeld } from "./while-held.ts";

type Fault = Parameters<PurchaseWorld["sandbox"]["setFaults"]>[0][number];

const world = testWorld({ stripe: { timeoutMs: 10_000 } });

interface Shown {
  readonly who: Subscriber;
  readonly quote: string;
  readonly quantity: number;
}

const { read, provided, preview, stage, turnRenewal, invoicesOf } = subscriptionCalls(world);

async function shownTo(who: Subscriber, quantity: number): Promise<Shown> {
  const { body } = await preview(who, { plan: MONTHLY, quantity });
  return { who, quote: body.quote.id, quantity };
}

async function confirm({ who, quote, quantity }: Shown, origin?: string, headers = {}): Promise<Answer> {
  await stage(who, { plan: MONTHLY, quantity }, quote, origin);
  return await world.call(who.person, "POST", `${invoicePathOf(who)}/create`, { quote }, headers, origin);
}

const atProvider = async (who: Subscriber): Promise<number> => (await provided(who)).items.data[0].quantity;
const inForce = async (who: Subscriber): Promise<number> => (await read(who)).items.data[0].quantity;
const paid = async (who: Subscriber): Promise<number[]> =>
  (await invoicesOf(who)).filter(({ status }) => status === "paid").map(({ total }) => total);
const operationOf = (who: Subscriber) => latestOperation(world.service.database.kysely, who.subscription);

let turn: Promise<unknown> = Promise.resolve();

/**
 * Starts a charge in its own process, without an answer from the provider. Calls must be sequential: setting
 * a fault replaces one that has not been used yet.
 */
async function hangingCharge(when: Fault["when"], headers = {}) {
  const before = turn;
  const own = Promise.withResolvers<void>();
  turn = own.promise;
  await before;
  const who = await makeSubscriber(world, { quantity: 3 });
  const shown = await shownTo(who, 5);
  const later = await shownTo(who, 9);
  const other = await world.spawned();
  world.sandbox.setFaults([{ kind: "hang", when, path: `subscriptions/${who.subscription}`, times: 1 }]);
  const answer = confirm(shown, other.origin, headers).catch(() => null);
  const isSent = async () => (await operationOf(who))?.recovery_point === "sent";
  await eventually(isSent, "a charge that is sent", 10_000);
  if (when === "after") await eventually(async () => (await atProvider(who)) === 5, "a charge that is done", 10_000);
  own.resolve();
  return { who, shown, later, other, answer };
}

test("R-61 an instance that has lost an operation changes nothing more by it, here or at the provider", async () => {
  const { kysely } = world.service.database;
  const subject = await increase.make(world);
  world.sandbox.setFaults([{ kind: "reset", when: "before", path: subject.path, times: 4 }]);
  expect((await subject.send()).status).toBe(503);
  const id = subject.path.split("/")[1] ?? "";
  const lost = await leaseOperation(kysely, (await latestOperation(kysely, id))?.id ?? "");
  if (!lost) throw new Error("the change is not there to be taken");
  await kysely
    .updateTable("operations")
    .set({ leased_until: new Date(0) })
    .where("id", "=", lost.id)
    .execute();
  const taken = await leaseOperation(kysely, lost.id);
  expect(taken?.attempts).toBe(lost.attempts + 1);
  const before = await latestOperation(kysely, id);
  const end = { state: "failed", now: world.clock.now() } as const;
  await expect(finishOperation(kysely, lost, end)).rejects.toThrow(LeaseLost);
  await parkOperation(kysely, lost, "waiting", world.clock.now());
  expect(await latestOperation(kysely, id)).toEqual(before);
  let asked = 0;
  const act = async (): Promise<never> => {
    asked += 1;
    throw new Error("the provider was asked");
  };
  const writes = [
    "createSubscription",
    "changeCharged",
    "changeQuietly",
    "setAutoRenewal",
    "addInvoiceItem",
    "deleteItem",
    "draftInvoice",
    "deleteDraft",
    "finalizeInvoice",
    "payInvoice",
    "voidInvoice",
    "giveBack",
  ] as const;
  const gateway = Object.fromEntries([...writes, "invoice"].map((call) => [call, act]));
  const db = world.service.database.kysely;
  // Only the gateway and the database are used.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const deps = { db, gateway } as unknown as Parameters<typeof whileHeld>[0];
  for (const call of writes) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const held = whileHeld(deps, lost, async (own) => await (own.gateway[call] as () => Promise<unknown>)());
    await expect(held, call).rejects.toThrow(LeaseLost);
  }
  expect(asked).toBe(0);
  await expect(whileHeld(deps, lost, (own) => own.gateway.invoice("in_1"))).rejects.toThrow("the provider was asked");
});

test.concurrent("R-61 a process is killed in a charge and no one asks: the sweep completes it within 15 s", async () => {
  const { who, other } = await hangingCharge("after");
  other.signal("SIGKILL");
  // A change of another kind is refused at once, with the true reason.
  const renewal = await turnRenewal(who, "off");
  expect(renewal).toMatchObject({ status: 409, body: { code: 20_005, message: expect.stringContaining("finished") } });
  const sweep = async () => {
    await world.sweep("resume-operations");
    return (await operationOf(who))?.state === "done";
  };
  // The lease expires 10 s after its last renewal; the sweep runs every 5 s, here at once.
  await eventually(sweep, "the end of a charge that was left", 15_000);
  expect([await inForce(who), await paid(who)]).toEqual([5, [2_000, 3_000]]);
}, 60_000);

test.concurrent("R-61 a process is stopped in a charge, overtaken and resumed: nothing is done twice, and its answer is true", async () => {
  const { who, shown, other, answer } = await hangingCharge("after");
  other.signal("SIGSTOP");
  const again = await confirm(shown);
  expect(again).toMatchObject({ status: 200, body: { invoice: { status: "paid", total: 2_000 } } });
  expect((await confirm(await shownTo(who, 9))).body.invoice.total).toBe(4_000);
  other.signal("SIGCONT");
  // It repeats the provider call with the same key, and finds that another instance has completed the change.
  expect((await answer)?.body).toEqual(again.body);
  expect([await inForce(who), await atProvider(who), await paid(who)]).toEqual([9, 9, [4_000, 2_000, 3_000]]);
}, 60_000);

test.concurrent("R-61 while a process is at work, no other instance takes over its charge, even with a slow provider", async () => {
  const { who, shown, answer } = await hangingCharge("after");
  const again = confirm(shown);
  const before = (await operationOf(who))?.leased_until?.getTime() ?? 0;
  const isRenewed = async () => ((await operationOf(who))?.leased_until?.getTime() ?? 0) > before + 8_000;
  await eventually(isRenewed, "a lease that is renewed", 20_000);
  // All other requests still wait for the first.
  expect((await operationOf(who))?.attempts).toBe(1);
  expect((await again).body).toEqual((await answer)?.body);
  expect(await paid(who)).toEqual([2_000, 3_000]);
}, 60_000);

// The case where the fault may not have been used yet runs last.
test.concurrent.each(["after", "before"] as const)(
  "R-61 a process is killed in a charge, %s the provider did it: the next request for it completes it, once",
  async (when) => {
    const key = { "idempotency-key": `killed-${when}` };
    const { who, shown, later, other, answer } = await hangingCharge(when, key);
    other.signal("SIGKILL");
    expect(await answer).toBe(null);
    // A confirmation of another quote waits too, and learns that its quote is no longer valid.
    const [again, overtaken] = await Promise.all([confirm(shown), confirm(later)]);
    expect(again).toMatchObject({ status: 200, body: { invoice: { status: "paid", total: 2_000 } } });
    expect(overtaken).toMatchObject({ status: 409, body: { code: 20_006 } });
    expect([await inForce(who), await paid(who)]).toEqual([5, [2_000, 3_000]]);
    // An identical request is not blocked by the one that died with the process.
    const isAnswered = async () => (await confirm(shown, undefined, key)).status === 200;
    await eventually(isAnswered, "an answer to the same request", 12_000);
    expect(await paid(who)).toEqual([2_000, 3_000]);
  },
  60_000,
);
