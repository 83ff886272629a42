import { caseCount } from "@foyer/testing/random-cases";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { heldSubscription, planById } from "../subscriptions/subscription-store.ts";
import type { Json } from "../testing/provider.ts";
import { MONTHLY, type PurchaseWorld, purchaseWorld, YEARLY } from "../testing/purchase-world.ts";
import {
  invoicePathOf,
  makePlans,
  makeSubscriber,
  pathOf,
  saveCard,
  type Subscriber,
  type SubscriberOptions,
} from "../testing/subscribers.ts";
import { ownProration } from "./quotes/own-amounts.ts";

const DAY = 86_400;
/** Total number of random changes. */
const CHANGES = caseCount("SWITCHES", { usual: 20, torture: 200 });
const ROUNDS = 5;
const SUBSCRIBERS = CHANGES / ROUNDS;
const SEED = Number(process.env["SEED"] ?? 20_261_122);
const YEARLY_AMOUNT = 9_941;

let world: PurchaseWorld;

beforeAll(async () => {
  world = await purchaseWorld({ start: "2026-12-31T22:11:05Z" });
  await makePlans(world, 997, YEARLY_AMOUNT);
});
afterAll(() => world.close());

const post = (who: Subscriber, path: string, body: object, origin?: string) =>
  world.call(who.person, "POST", path, body, {}, origin);
const read = async (who: Subscriber): Promise<Json> =>
  (await world.call(who.person, "GET", pathOf(who))).body.subscription;

async function expectDone(who: Subscriber, path: string, body: object): Promise<Json> {
  const answer = await post(who, path, body);
  expect([path, body, answer.status, answer.body.message]).toEqual([path, body, 200, undefined]);
  return answer.body;
}

const record = (who: Subscriber, plan: string, quantity: number) =>
  expectDone(who, pathOf(who), { plan, quantity, proration_behavior: "none" });

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

async function fourAtOnce<T, R>(list: readonly T[], work: (one: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const lane = async (first: number): Promise<void> => {
    for (let at = first; at < list.length; at += 4) results[at] = await work(list[at] as T, at);
  };
  await Promise.all([0, 1, 2, 3].map(lane));
  return results;
}

test(`SEATS-07 R-64 after an undone switch, in ${CHANGES} random cases, the shown amount is charged and all seats renew`, async () => {
  const list = await takenBack(fc.sample(aTerm, { seed: SEED, numRuns: SUBSCRIBERS }));
  // The service reads its own changes back without webhooks, and the sweep finds the renewal.
  await world.sandbox.setWebhookChaos({ drop: true });
  for (const round of fc.sample(aRound, { seed: SEED + 1, numRuns: ROUNDS })) {
    world.moveClock(round.seconds);
    await fourAtOnce(list, async (who, index) => {
      const balance = round.balance[index] ?? 0;
      await world.provider("POST", `customers/${who.customer}`, { balance });
      const quantity = (await read(who)).items.data[0].quantity + (round.more[index] ?? 1);
      const wanted = { plan: YEARLY, quantity };
      const exact = await byTerm(who, quantity);
      const shown = await expectDone(who, `${invoicePathOf(who)}/preview`, wanted);
      expect([SEED, index, shown.subtotal + shown.tax - (shown.tax_included ?? 0)]).toEqual([SEED, index, exact]);
      const quote = shown.quote.id;
      await expectDone(who, pathOf(who), { ...wanted, proration_behavior: "create_prorations", quote });
      const { invoice } = await expectDone(who, `${invoicePathOf(who)}/create`, { auto_advance: true });
      const charged = await world.provider("GET", `invoices/${invoice.id}`);
      const context = `seed ${SEED}, ${index}`;
      const { status, total, amount_paid: paid } = charged;
      expect([context, status, total, paid]).toEqual([context, "paid", exact, shown.total]);
      expect(await read(who)).toMatchObject({
        items: { data: [wanted].map((one) => ({ quantity: one.quantity })) },
        next: null,
      });
    });
  }
  // Some lower their seats or turn auto-renewal off before the year ends.
  const renewing = await fourAtOnce(list, async (who, index) => {
    await world.provider("POST", `customers/${who.customer}`, { balance: 0 });
    const { quantity } = (await read(who)).items.data[0];
    if (index % 4 === 1 && quantity > 1) await record(who, YEARLY, quantity - 1);
    if (index % 4 === 2) await expectDone(who, pathOf(who), { cancel_at_period_end: true });
    return { seats: index % 4 === 2 ? 0 : quantity - (index % 4 === 1 && quantity > 1 ? 1 : 0) };
  });
  await world.sandbox.setWebhookChaos({});
  await world.advance(30 * DAY);
  await fourAtOnce(list, async (who, index) => {
    const { seats } = renewing[index] ?? { seats: 0 };
    const subscription = await read(who);
    if (seats === 0) return expect(subscription.status).toBe("canceled");
    expect(subscription).toMatchObject({ status: "active", next: null, items: { data: [{ quantity: seats }] } });
    const { data } = await world.provider("GET", "invoices", { customer: who.customer, limit: 1 });
    expect(data[0]).toMatchObject({
      billing_reason: "subscription_cycle",
      status: "paid",
      subtotal: seats * YEARLY_AMOUNT,
    });
  });
}, 400_000);

test("QTY-11 after an undone switch, a change that is declined or that the bank refuses leaves no trace", async () => {
  const [declined, asked] = await takenBack([{ quantity: 3 }, { quantity: 3 }]);
  if (!declined || !asked) throw new Error("two terms were wanted");
  const wanted = { plan: YEARLY, quantity: 30, proration_behavior: "create_prorations" };
  const create = (who: Subscriber) => post(who, `${invoicePathOf(who)}/create`, { auto_advance: true });
  const expectNothing = async (who: Subscriber): Promise<void> => {
    expect(await read(who)).toMatchObject({
      items: { data: [{ quantity: 3 }] },
      next: null,
      waiting: null,
      open_invoice: null,
    });
    expect((await world.provider("GET", "invoiceitems", { customer: who.customer, pending: true })).data).toEqual([]);
    const { data } = await world.provider("GET", "charges", { customer: who.customer });
    expect(data.filter((charge: Json) => charge.paid)).toHaveLength(1);
  };
  await saveCard(world, declined.customer, "pm_card_chargeCustomerFail");
  await expectDone(declined, pathOf(declined), wanted);
  expect(await create(declined)).toMatchObject({ status: 402, body: { code: 20_002 } });
  await expectNothing(declined);
  await saveCard(world, asked.customer, "pm_card_authenticationRequired");
  await expectDone(asked, pathOf(asked), wanted);
  const waits = await create(asked);
  expect(waits.body).toMatchObject({
    invoice: { status: "open" },
    requires_action: { client_secret: expect.any(String) },
  });
  expect(await read(asked)).toMatchObject({ waiting: { quantity: 30 }, open_invoice: null });
  await expectDone(asked, `${pathOf(asked)}/abandon_change`, {});
  await expectNothing(asked);
  await expectDone(asked, pathOf(asked), wanted);
  const { client_secret: secret } = (await create(asked)).body.requires_action;
  await world.bank(secret.split("_secret_")[0], secret, "success");
  await world.settle();
  expect(await read(asked)).toMatchObject({ items: { data: [{ quantity: 30 }] }, next: null, waiting: null });
});
