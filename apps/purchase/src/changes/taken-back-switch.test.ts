import { caseCount } from "@foyer/testing/random-cases";
import fc from "fast-check";
import { expect, test } from "vitest";
import { inBatches } from "../in-batches.ts";
import { heldSubscription, planById } from "../subscriptions/subscription-store.ts";
import { MONTHLY, testWorld, YEARLY } from "../testing/purchase-world.ts";
import {
  done,
  makeSubscriber,
  pathOf,
  saveCard,
  type Subscriber,
  type SubscriberOptions,
  subscriptionCalls,
} from "../testing/subscribers.ts";
import { ownProration } from "./quotes/own-amounts.ts";

const DAY = 86_400;
/** Total number of random changes. */
const CHANGES = caseCount("SWITCHES", { usual: 20, torture: 200 });
const ROUNDS = 5;
const SUBSCRIBERS = CHANGES / ROUNDS;
const SEED = Number(process.env["SEED"] ?? 20_261_122);
const YEARLY_AMOUNT = 9_941;

const world = testWorld({ start: "2026-12-31T22:11:05Z" }, 997, YEARLY_AMOUNT);

const { post, read, preview, stage, create, turnRenewal, paidCharges, ...calls } = subscriptionCalls(world);

const record = (who: Subscriber, plan: string, quantity: number) => done(calls.record(who, { plan, quantity }));

/** Yearly terms in their last days with a switch to monthly that was recorded and undone. */
async function takenBack(options: readonly SubscriberOptions[]): Promise<Subscriber[]> {
  const list: Subscriber[] = [];
  for (const option of options) list.push(await makeSubscriber(world, { plan: YEARLY, ...option }));
  await world.advance(340 * DAY);
  for (const who of list) {
    const { quantity } = (await read(who)).items.data[0];
    await record(who, MONTHLY, quantity);
    world.moveClock(61);
    await record(who, YEARLY, quantity);
  }
  return list;
}

/** Price of more seats by the arithmetic of the paid term. */
async function byTerm(who: Subscriber, quantity: number): Promise<number> {
  const { kysely } = world.service.database;
  const [held, to] = [await heldSubscription(kysely, who.subscription), await planById(kysely, YEARLY)];
  if (!held || !to) throw new Error("the subscription is not known");
  const { row } = held;
  const end = row.paid_until;
  const start = new Date(end);
  start.setUTCFullYear(end.getUTCFullYear() - 1);
  const term = { ...held, row: { ...row, status: "active", period_start: start, period_end: end } };
  return ownProration(term, to, quantity, Math.floor(world.clock.now().getTime() / 1_000)).total;
}

const aTerm = fc.record({
  quantity: fc.integer({ min: 1, max: 300 }),
  taxPercent: fc.constantFrom(0, 7.7, 8.5, 19, 33.3333),
  taxInclusive: fc.boolean(),
  billingMode: fc.constantFrom("classic" as const, "flexible" as const),
});
const aRound = fc.record({
  seconds: fc.integer({ min: 1, max: 3 * DAY }),
  more: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: SUBSCRIBERS, maxLength: SUBSCRIBERS }),
  balance: fc.array(fc.constantFrom(0, 0, 0, -1, -777, 350), { minLength: SUBSCRIBERS, maxLength: SUBSCRIBERS }),
});

test(`SEATS-07 R-64 after an undone switch, in ${CHANGES} random cases, the shown amount is charged and all seats renew`, async () => {
  const list = await takenBack(fc.sample(aTerm, { seed: SEED, numRuns: SUBSCRIBERS }));
  // The service reads its own changes back without webhooks, and the sweep finds the renewal.
  await world.sandbox.setWebhookChaos({ drop: true });
  for (const round of fc.sample(aRound, { seed: SEED + 1, numRuns: ROUNDS })) {
    world.moveClock(round.seconds);
    await inBatches([...list.entries()], async ([index, who]) => {
      const balance = round.balance[index] ?? 0;
      await world.provider("POST", `customers/${who.customer}`, { balance });
      const quantity = (await read(who)).items.data[0].quantity + (round.more[index] ?? 1);
      const wanted = { plan: YEARLY, quantity };
      const exact = await byTerm(who, quantity);
      const shown = await done(preview(who, wanted));
      expect([SEED, index, shown.subtotal + shown.tax - (shown.tax_included ?? 0)]).toEqual([SEED, index, exact]);
      await done(stage(who, wanted, shown.quote.id));
      const { invoice } = await done(create(who));
      const charged = await world.provider("GET", `invoices/${invoice.id}`);
      const context = `seed ${SEED}, ${index}`;
      const { status, total, amount_paid: paid } = charged;
      expect([context, status, total, paid]).toEqual([context, "paid", exact, shown.total]);
      expect(await read(who)).toMatchObject({ items: { data: [{ quantity }] }, next: null });
    });
  }
  // Some lower their seats or turn auto-renewal off before the year ends.
  const renewing = await inBatches([...list.entries()], async ([index, who]) => {
    await world.provider("POST", `customers/${who.customer}`, { balance: 0 });
    const { quantity } = (await read(who)).items.data[0];
    if (index % 4 === 1 && quantity > 1) await record(who, YEARLY, quantity - 1);
    if (index % 4 === 2) await done(turnRenewal(who, "off"));
    return { seats: index % 4 === 2 ? 0 : quantity - (index % 4 === 1 && quantity > 1 ? 1 : 0) };
  });
  await world.sandbox.setWebhookChaos({});
  await world.advance(30 * DAY);
  await inBatches([...list.entries()], async ([index, who]) => {
    const { seats } = renewing[index] ?? { seats: 0 };
    const subscription = await read(who);
    if (seats === 0) return expect(subscription.status).toBe("canceled");
    expect(subscription).toMatchObject({ status: "active", next: null, items: { data: [{ quantity: seats }] } });
    const { data } = await world.provider("GET", "invoices", { customer: who.customer, limit: 1 });
    const renewal = { billing_reason: "subscription_cycle", status: "paid", subtotal: seats * YEARLY_AMOUNT };
    expect(data).toMatchObject([renewal]);
  });
}, 400_000);

test("QTY-11 after an undone switch, a change that is declined or that the bank refuses leaves no trace", async () => {
  const [declined, asked] = await takenBack([{ quantity: 3 }, { quantity: 3 }]);
  if (!declined || !asked) throw new Error("two terms were wanted");
  const wanted = { plan: YEARLY, quantity: 30 };
  const expectNothing = async (who: Subscriber): Promise<void> => {
    const unchanged = { items: { data: [{ quantity: 3 }] }, next: null, waiting: null, open_invoice: null };
    expect(await read(who)).toMatchObject(unchanged);
    expect((await world.provider("GET", "invoiceitems", { customer: who.customer, pending: true })).data).toEqual([]);
    expect(await paidCharges(who)).toHaveLength(1);
  };
  await saveCard(world, declined.customer, "pm_card_chargeCustomerFail");
  await done(stage(declined, wanted));
  expect(await create(declined)).toMatchObject({ status: 402, body: { code: 20_002 } });
  await expectNothing(declined);
  await saveCard(world, asked.customer, "pm_card_authenticationRequired");
  await done(stage(asked, wanted));
  const waits = await create(asked);
  expect(waits.body).toMatchObject({
    invoice: { status: "open" },
    requires_action: { client_secret: expect.any(String) },
  });
  expect(await read(asked)).toMatchObject({ waiting: { quantity: 30 }, open_invoice: null });
  await done(post(asked, `${pathOf(asked)}/abandon_change`));
  await expectNothing(asked);
  await done(stage(asked, wanted));
  const { client_secret: secret } = (await create(asked)).body.requires_action;
  await world.bank(secret, "success");
  await world.settle();
  expect(await read(asked)).toMatchObject({ items: { data: [{ quantity: 30 }] }, next: null, waiting: null });
});
