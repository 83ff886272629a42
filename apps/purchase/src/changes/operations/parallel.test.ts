import { expect, test } from "vitest";
import type { Json } from "../../testing/provider.ts";
import { MONTHLY, testWorld } from "../../testing/purchase-world.ts";
import { makeSubscriber, pathOf, type Subscriber, subscriptionCalls } from "../../testing/subscribers.ts";
import { latestOperation, leaseOperation, parkOperation } from "./operation-store.ts";

const world = testWorld();

const { post, preview, create, pay, record, invoicesOf, ...calls } = subscriptionCalls(world);
const stage = (who: Subscriber, quantity: number) => calls.stage(who, { plan: MONTHLY, quantity });

/** Paid invoices except the first. */
const charges = async (who: Subscriber): Promise<Json[]> =>
  (await invoicesOf(who)).filter(
    ({ status, billing_reason: reason }) => status === "paid" && reason === "subscription_update",
  );

test("R-62 twenty parallel confirmations on two instances make one change and get twenty equal answers", async () => {
  const who = await makeSubscriber(world, { quantity: 3 });
  const { origin } = await world.another();
  await stage(who, 5);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => create(who, undefined, index % 2 ? origin : undefined)),
  );
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(answers[0]).toMatchObject({ status: 200, body: { invoice: { status: "paid" } } });
  expect(await charges(who)).toHaveLength(1);
});

test("R-62 twenty parallel payments and confirmations of one quote on two instances charge it once", async () => {
  const who = await makeSubscriber(world, { quantity: 3 });
  const { origin } = await world.another();
  const { id: quote } = (await preview(who, { plan: MONTHLY, quantity: 5 })).body.quote;
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 4 < 2 ? pay : create)(who, quote, index % 2 ? origin : undefined),
    ),
  );
  const told = new Set(answers.map(({ body }) => JSON.stringify((body.payment ?? body).invoice)));
  expect([...told].map((invoice) => JSON.parse(invoice))).toMatchObject([{ status: "paid", total: 2_000 }]);
  expect(await charges(who)).toHaveLength(1);
});

test("R-62 twenty parallel confirmations with a declined card get twenty equal refusals", async () => {
  const who = await makeSubscriber(world, { quantity: 3, card: "pm_card_chargeCustomerFail" });
  await stage(who, 5);
  const answers = await Promise.all(Array.from({ length: 20 }, () => create(who)));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(answers[0]).toMatchObject({ status: 402, body: { code: 20_002 } });
});

test("R-62 twenty parallel decreases are recorded once and get twenty equal answers; the same key with another body is refused", async () => {
  const who = await makeSubscriber(world, { quantity: 9 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => record(who, { plan: MONTHLY, quantity: 4 })));
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  expect(answers[0]?.body.subscription.next.quantity).toBe(4);
  const operations = await world.service.database.kysely
    .selectFrom("operations")
    .select("id")
    .where("subject", "=", who.subscription)
    .execute();
  expect(operations).toHaveLength(1);
  const key = { "idempotency-key": "one-key" };
  await world.call(who.person, "POST", pathOf(who), { cancel_at_period_end: true }, key);
  const other = await world.call(who.person, "POST", pathOf(who), { cancel_at_period_end: false }, key);
  expect(other).toMatchObject({ status: 422, body: { code: 2010 } });
});

/** A change from 3 seats to 5 with a payment that waits for the card holder's bank. */
async function waitingAtBank(): Promise<{ who: Subscriber; secret: string }> {
  const who = await makeSubscriber(world, { quantity: 3, card: "pm_card_authenticationRequired" });
  await stage(who, 5);
  return { who, secret: (await create(who)).body.requires_action.client_secret };
}

test("QTY-11 R-62 a change is canceled even while another instance works on it", async () => {
  const { who } = await waitingAtBank();
  const { kysely } = world.service.database;
  const taken = await leaseOperation(kysely, (await latestOperation(kysely, who.subscription))?.id ?? "");
  if (!taken) throw new Error("the change is not there to be looked after");
  const givenUp = post(who, `${pathOf(who)}/abandon_change`);
  const isAnswered = Promise.race([givenUp.then(() => true), new Promise((after) => setTimeout(after, 300, false))]);
  expect(await isAnswered).toBe(false);
  await parkOperation(kysely, taken, "waiting", world.clock.now());
  expect(await givenUp).toMatchObject({ status: 200, body: { subscription: { waiting: null } } });
  expect((await stage(who, 6)).status).toBe(200);
  // The instance that worked on it is late and does not restore it.
  await parkOperation(kysely, taken, "unknown", world.clock.now());
  expect(await latestOperation(kysely, who.subscription)).toMatchObject({ state: "failed" });
  expect(await charges(who)).toEqual([]);
});

test("QTY-11 R-62 once the bank has refused a change, that change no longer blocks others", async () => {
  const { who, secret } = await waitingAtBank();
  const { origin } = await world.another();
  await world.bank(secret, "failure");
  const wanted = { plan: MONTHLY, quantity: 6 };
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => preview(who, wanted, index % 2 ? origin : undefined)),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
});
