import { countRoundTrips } from "@foyer/testing/round-trips";
import { expect, test } from "vitest";
import { MONTHLY, testWorld, YEARLY } from "../testing/purchase-world.ts";
import { makeSubscriber, type Subscriber, subscriptionCalls } from "../testing/subscribers.ts";

const world = testWorld();

const DAY = 86_400;

const { post, read, preview, stage, create, record, newsOf } = subscriptionCalls(world);
/** The causes (person and amount) that the accounts service received with each state. */
const causesOf = (who: Subscriber) => newsOf(who).map(({ cause }) => cause);

test("PUR-09 PUR-10 PUR-11 PUR-12 QTY-08 example A: seats 3 to 5 cost 14.98, and are in force once that is paid", async () => {
  const paula = await makeSubscriber(world, { quantity: 3, taxPercent: 20 });
  await world.advance(11 * DAY + 6.5 * 3_600);
  const wanted = { plan: MONTHLY, quantity: 5, default_tax_rates: [] };
  const shown = await preview(paula, { ...wanted, subscription_item_id: paula.item });
  expect(shown.body).toMatchObject({ subtotal: 1_249, tax: 249, total: 1_498, currency: "usd" });
  expect(shown.body.lines.data).toMatchObject([
    { amount: -1_873, proration: true },
    { amount: 3_122, proration: true },
  ]);
  const staged = await stage(paula, wanted, shown.body.quote.id);
  expect(staged.status).toBe(200);
  expect(staged.body.subscription.items.data[0].quantity).toBe(3);
  const created = await create(paula);
  expect(created.body).toMatchObject({ invoice: { status: "paid", total: 1_498 } });
  const finalized = await post(paula, `invoice/${created.body.invoice.id}/finalize`);
  expect(finalized.body).toMatchObject({ invoice: { id: created.body.invoice.id, status: "paid" } });
  expect(await read(paula)).toMatchObject({ next: null, items: { data: [{ quantity: 5 }] } });
  expect(world.accounts.news.at(-1)).toMatchObject({
    subscription: { quantity: 5, registration_id: paula.license },
    cause: { by: paula.person, amount: 1_498, currency: "usd" },
  });
});

test("QTY-09 a decrease is recorded at once, takes effect from the next period, and can be undone", async () => {
  const pat = await makeSubscriber(world, { quantity: 5 });
  const recorded = await record(pat, { plan: MONTHLY, quantity: 2 });
  expect(recorded.body.subscription).toMatchObject({
    items: { data: [{ quantity: 5 }] },
    next: { plan: MONTHLY, quantity: 2, at: recorded.body.subscription.current_period_end },
  });
  expect((await preview(pat, { plan: MONTHLY, quantity: 7 })).body.code).toBe(20_005);
  const back = await record(pat, { plan: MONTHLY, quantity: 5 });
  expect(back.body.subscription).toMatchObject({ items: { data: [{ quantity: 5 }] }, next: null });
  await record(pat, { plan: MONTHLY, quantity: 2 });
  expect(causesOf(pat)).toEqual([undefined, { by: pat.person }, { by: pat.person }, { by: pat.person }]);
  await world.advance(31 * DAY);
  // A renewal has a price but no person who asked for it.
  expect(causesOf(pat).slice(4)).toEqual([{ by: null, amount: 2_000, currency: "usd" }]);
  expect(await read(pat)).toMatchObject({ items: { data: [{ quantity: 2 }] }, next: null });
  const invoices = await world.call(pat.person, "GET", `customer/${pat.customer}/invoices`);
  expect(invoices.body.invoices.map((invoice: { total: number }) => invoice.total)).toEqual([2_000, 5_000]);
});

test("CYCLE-04 example C: monthly to yearly is charged at once, with credit and a new period", async () => {
  const start = world.clock.now();
  const carla = await makeSubscriber(world, { quantity: 3, taxPercent: 20 });
  await world.advance(((await read(carla)).current_period_end - start.getTime() / 1_000) / 2);
  const wanted = { plan: YEARLY, quantity: 3 };
  const shown = await preview(carla, wanted);
  expect(shown.body).toMatchObject({ subtotal: 28_500, tax: 5_700, total: 34_200 });
  const staged = await stage(carla, wanted);
  expect(staged.body.subscription.items.data[0].plan.id).toBe(MONTHLY);
  expect((await create(carla)).body.invoice).toMatchObject({ status: "paid", total: 34_200 });
  const [item] = (await read(carla)).items.data;
  expect(item).toMatchObject({ plan: { id: YEARLY, interval: "year", amount: 10_000 } });
});

test("CYCLE-01 CYCLE-04 yearly to monthly is recorded within the last 30 days, and not earlier", async () => {
  const yve = await makeSubscriber(world, { plan: YEARLY, quantity: 2 });
  const toMonthly = { plan: MONTHLY, quantity: 2 };
  expect(await record(yve, toMonthly)).toMatchObject({ status: 409, body: { code: 20_005 } });
  await world.advance(340 * DAY);
  const recorded = await record(yve, toMonthly);
  expect(recorded.body.subscription).toMatchObject({
    status: "active",
    items: { data: [{ plan: { id: YEARLY } }] },
    next: { plan: MONTHLY, quantity: 2 },
  });
  await world.advance(26 * DAY);
  expect(await read(yve)).toMatchObject({
    status: "active",
    items: { data: [{ plan: { id: MONTHLY }, quantity: 2 }] },
    next: null,
  });
});

const archive = (plan: string, active: boolean) => world.provider("POST", `plans/${plan}`, { active });

test("QTY-08 QTY-09 subscribers of an archived plan add, remove and resume seats as before (FAULT-03)", async () => {
  const who = await makeSubscriber(world, { quantity: 3 });
  const seats = (quantity: number) => ({ plan: MONTHLY, quantity });
  await archive(MONTHLY, false);
  try {
    await world.sweep();
    const { total, quote } = (await preview(who, seats(4))).body;
    expect(total).toBe(1_000);
    await stage(who, seats(4), quote.id);
    expect((await create(who, quote.id)).body.invoice).toMatchObject({ status: "paid" });
    const fewer = await record(who, seats(2));
    expect(fewer.body.subscription.next).toMatchObject({ quantity: 2 });
    world.moveClock(61);
    const undone = await record(who, seats(4));
    expect(undone.body.subscription).toMatchObject({ next: null, items: { data: [{ quantity: 4 }] } });
    // The provider's own decrease is restored before more is charged.
    const items = [{ id: who.item, quantity: 2 }];
    await world.provider("POST", `subscriptions/${who.subscription}`, { items, proration_behavior: "none" });
    await world.settle();
    await stage(who, seats(5));
    expect((await create(who)).body.invoice).toMatchObject({ total: 1_000 });
  } finally {
    await archive(MONTHLY, true);
    await world.sweep();
  }
});

test("PUR-10 PUR-11 a plan that the vendor archives meanwhile is refused as no longer on sale (FAULT-03)", async () => {
  const who = await makeSubscriber(world, { quantity: 3 });
  const change = { plan: YEARLY, quantity: 3 };
  const { id: quote } = (await preview(who, change)).body.quote;
  await stage(who, change, quote);
  await archive(YEARLY, false);
  try {
    const refused = { status: 409, body: { code: 20_005, message: expect.stringContaining("no longer on sale") } };
    expect(await create(who, quote)).toMatchObject(refused);
    expect(await preview(who, change)).toMatchObject(refused);
  } finally {
    await archive(YEARLY, true);
  }
});

test("QTY-08 a seat change makes at most 76 database round trips, the sandbox's included (FAULT-61 FAULT-45)", async () => {
  const who = await makeSubscriber(world, { quantity: 3, taxPercent: 20 });
  const wanted = { plan: MONTHLY, quantity: 5 };
  const shown = await countRoundTrips(() => preview(who, wanted));
  const { id: quote } = shown.answer.body.quote;
  const staged = await countRoundTrips(() => stage(who, wanted, quote));
  const charged = await countRoundTrips(() => create(who, quote));
  const { answer, trips } = await countRoundTrips(() => read(who));
  expect(answer.items.data).toMatchObject([{ quantity: 5 }]);
  expect(trips).toBe(1);
  expect(shown.trips + staged.trips + charged.trips).toBeLessThanOrEqual(76);
});
