import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../testing/provider.ts";
import { MONTHLY, testWorld } from "../../testing/purchase-world.ts";
import { done, makeSubscriber, type Subscriber, subscriptionCalls } from "../../testing/subscribers.ts";

const DAY = 86_400;
const SUBSCRIBERS = 10;
const ROUNDS = 3;
const SEED = Number(process.env["SEED"] ?? 20_261_123);

// Prices are so small that the difference of a few seats is often below the minimum charge.
const world = testWorld({ start: "2027-03-31T13:07:11Z" }, 61, 607);

const { read, preview, stage, create, record, invoicesOf } = subscriptionCalls(world);
const seatsOf = async (who: Subscriber): Promise<number> => (await read(who)).items.data[0].quantity;

const aSubscriber = fc.record({
  quantity: fc.integer({ min: 1, max: 12 }),
  taxPercent: fc.constantFrom(0, 7.7, 20),
  billingMode: fc.constantFrom("classic" as const, "flexible" as const),
  balance: fc.constantFrom(0, 0, -3, -45, -2_000, 30, 60),
  more: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: ROUNDS, maxLength: ROUNDS }),
  lowers: fc.boolean(),
});

test(`R-64 amounts below the smallest charge, in ${SUBSCRIBERS * ROUNDS} random changes: total and next_renewal are charged`, async () => {
  const options = fc.sample(aSubscriber, { seed: SEED, numRuns: SUBSCRIBERS });
  const list: { who: Subscriber; option: (typeof options)[number]; renewal: Json }[] = [];
  for (const option of options) {
    const who = await makeSubscriber(world, option);
    if (option.balance !== 0) await world.provider("POST", `customers/${who.customer}`, { balance: option.balance });
    list.push({ who, option, renewal: null });
  }
  await world.sandbox.setWebhookChaos({ drop: true });
  let small = 0;
  for (let round = 0; round < ROUNDS; round++) {
    world.moveClock(8 * DAY + 3_331);
    for (const one of list) {
      const { who, option } = one;
      const quantity = (await seatsOf(who)) + (option.more[round] ?? 1);
      const wanted = { plan: MONTHLY, quantity };
      const shown = await done(preview(who, wanted));
      await done(stage(who, wanted, shown.quote.id));
      const { invoice } = await done(create(who));
      const charged = await world.provider("GET", `invoices/${invoice.id}`);
      const context = `seed ${SEED}, ${who.person}, round ${round}`;
      expect([context, charged.status, charged.amount_paid]).toEqual([context, "paid", shown.total]);
      const { balance } = await world.provider("GET", `customers/${who.customer}`);
      expect([context, shown.next_renewal.balance ?? 0]).toEqual([context, balance]);
      if (charged.total > 0 && balance > 0) small += 1;
      one.renewal = shown.next_renewal;
    }
  }
  // Without some amounts below the minimum charge the test would prove nothing.
  expect(small).toBeGreaterThan(2);
  for (const one of list.filter(({ option }) => option.lowers)) {
    const lower = { plan: MONTHLY, quantity: (await seatsOf(one.who)) - 1 };
    one.renewal = (await done(preview(one.who, lower))).next_renewal;
    await done(record(one.who, lower));
  }
  world.moveClock(7 * DAY);
  await world.sandbox.runDue();
  for (const { who, renewal } of list) {
    const [invoice] = await invoicesOf(who);
    const context = `seed ${SEED}, ${who.person}`;
    const { billing_reason: reason, created, amount_paid: paid } = invoice;
    expect([context, reason, created, paid]).toEqual([context, "subscription_cycle", renewal.at, renewal.total]);
  }
}, 120_000);

test("R-64 a currency without a smaller unit has its own smallest charge", async () => {
  const yen = { currency: "jpy", interval: "month", nickname: "Outlinear 5", product: "OUTLINE" };
  await world.provider("POST", "plans", { ...yen, id: "OUTLINE-5-SUB-MONTHLY-JPY", amount: 90 });
  const who = await makeSubscriber(world, { plan: "OUTLINE-5-SUB-MONTHLY-JPY", quantity: 1 });
  world.moveClock(15 * DAY);
  const shown = await done(preview(who, { plan: "OUTLINE-5-SUB-MONTHLY-JPY", quantity: 2 }));
  expect(shown).toMatchObject({ subtotal: 47, total: 0, currency: "jpy", next_renewal: { total: 227, balance: 47 } });
});
