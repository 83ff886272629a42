import { countRoundTrips } from "@foyer/testing/round-trips";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MONTHLY, type PurchaseWorld, purchaseWorld, YEARLY } from "../testing/purchase-world.ts";
import { invoicePathOf, makePlans, makeSubscriber, pathOf, type Subscriber } from "../testing/subscribers.ts";

let world: PurchaseWorld;

beforeAll(async () => {
  world = await purchaseWorld();
  await makePlans(world);
});
afterAll(() => world.close());

const DAY = 86_400;

/** The causes (person and amount) that the accounts service received with each state. */
const causesOf = ({ subscription }: Subscriber) =>
  world.accounts.news.filter((one) => one.subscription.id === subscription).map(({ cause }) => cause);

test("PUR-09 PUR-10 PUR-11 PUR-12 QTY-08 example A: seats 3 to 5 cost 14.98, and are in force once that is paid", async () => {
  const paula = await makeSubscriber(world, { quantity: 3, taxPercent: 20 });
  await world.advance(11 * DAY + 6.5 * 3_600);
  const preview = await world.call(paula.person, "POST", `${invoicePathOf(paula)}/preview`, {
    plan: MONTHLY,
    quantity: 5,
    default_tax_rates: [],
    subscription_item_id: paula.item,
  });
  expect(preview.body).toMatchObject({ subtotal: 1_249, tax: 249, total: 1_498, currency: "usd" });
  expect(
    preview.body.lines.data.map((line: { amount: number; proration: boolean }) => [line.amount, line.proration]),
  ).toEqual([
    [-1_873, true],
    [3_122, true],
  ]);
  const staged = await world.call(paula.person, "POST", pathOf(paula), {
    plan: MONTHLY,
    quantity: 5,
    proration_behavior: "create_prorations",
    default_tax_rates: [],
    quote: preview.body.quote.id,
  });
  expect(staged.status).toBe(200);
  expect(staged.body.subscription.items.data[0].quantity).toBe(3);
  const created = await world.call(paula.person, "POST", `${invoicePathOf(paula)}/create`, { auto_advance: true });
  expect(created.body).toMatchObject({ invoice: { status: "paid", total: 1_498 } });
  const finalized = await world.call(paula.person, "POST", `invoice/${created.body.invoice.id}/finalize`);
  expect(finalized.body).toMatchObject({ invoice: { id: created.body.invoice.id, status: "paid" } });
  const read = await world.call(paula.person, "GET", pathOf(paula));
  expect(read.body.subscription).toMatchObject({ next: null, items: { data: [{ quantity: 5 }] } });
  expect(world.accounts.news.at(-1)).toMatchObject({
    subscription: { quantity: 5, registration_id: paula.license },
    cause: { by: paula.person, amount: 1_498, currency: "usd" },
  });
});

test("QTY-09 a decrease is recorded at once, takes effect from the next period, and can be undone", async () => {
  const pat = await makeSubscriber(world, { quantity: 5 });
  const recorded = await world.call(pat.person, "POST", pathOf(pat), {
    plan: MONTHLY,
    quantity: 2,
    proration_behavior: "none",
  });
  expect(recorded.body.subscription).toMatchObject({
    items: { data: [{ quantity: 5 }] },
    next: { plan: MONTHLY, quantity: 2, at: recorded.body.subscription.current_period_end },
  });
  const blocked = await world.call(pat.person, "POST", `${invoicePathOf(pat)}/preview`, { plan: MONTHLY, quantity: 7 });
  expect(blocked.body.code).toBe(20_005);
  const back = await world.call(pat.person, "POST", pathOf(pat), {
    plan: MONTHLY,
    quantity: 5,
    proration_behavior: "none",
  });
  expect(back.body.subscription).toMatchObject({ items: { data: [{ quantity: 5 }] }, next: null });
  await world.call(pat.person, "POST", pathOf(pat), { plan: MONTHLY, quantity: 2, proration_behavior: "none" });
  expect(causesOf(pat)).toEqual([undefined, { by: pat.person }, { by: pat.person }, { by: pat.person }]);
  await world.advance(31 * DAY);
  // A renewal has a price but no person who asked for it.
  expect(causesOf(pat).slice(4)).toEqual([{ by: null, amount: 2_000, currency: "usd" }]);
  const renewed = await world.call(pat.person, "GET", pathOf(pat));
  expect(renewed.body.subscription).toMatchObject({ items: { data: [{ quantity: 2 }] }, next: null });
  const invoices = await world.call(pat.person, "GET", `customer/${pat.customer}/invoices`);
  expect(invoices.body.invoices.map((invoice: { total: number }) => invoice.total)).toEqual([2_000, 5_000]);
});

test("CYCLE-04 example C: monthly to yearly is charged at once, with credit and a new period", async () => {
  const start = world.clock.now();
  const carla = await makeSubscriber(world, { quantity: 3, taxPercent: 20 });
  const half =
    ((await world.call(carla.person, "GET", pathOf(carla))).body.subscription.current_period_end * 1_000 -
      start.getTime()) /
    2_000;
  await world.advance(half);
  const wanted = { plan: YEARLY, quantity: 3 };
  const preview = await world.call(carla.person, "POST", `${invoicePathOf(carla)}/preview`, wanted);
  expect(preview.body).toMatchObject({ subtotal: 28_500, tax: 5_700, total: 34_200 });
  const staged = await world.call(carla.person, "POST", pathOf(carla), {
    ...wanted,
    proration_behavior: "create_prorations",
  });
  expect(staged.body.subscription.items.data[0].plan.id).toBe(MONTHLY);
  const created = await world.call(carla.person, "POST", `${invoicePathOf(carla)}/create`, { auto_advance: true });
  expect(created.body.invoice).toMatchObject({ status: "paid", total: 34_200 });
  const read = await world.call(carla.person, "GET", pathOf(carla));
  expect(read.body.subscription.items.data[0]).toMatchObject({
    plan: { id: YEARLY, interval: "year", amount: 10_000 },
  });
});

test("CYCLE-01 CYCLE-04 yearly to monthly is recorded within the last 30 days, and not earlier", async () => {
  const yve = await makeSubscriber(world, { plan: YEARLY, quantity: 2 });
  const toMonthly = { plan: MONTHLY, quantity: 2, proration_behavior: "none" };
  const early = await world.call(yve.person, "POST", pathOf(yve), toMonthly);
  expect(early).toMatchObject({ status: 409, body: { code: 20_005 } });
  await world.advance(340 * DAY);
  const recorded = await world.call(yve.person, "POST", pathOf(yve), toMonthly);
  expect(recorded.body.subscription).toMatchObject({
    status: "active",
    items: { data: [{ plan: { id: YEARLY } }] },
    next: { plan: MONTHLY, quantity: 2 },
  });
  await world.advance(26 * DAY);
  const after = await world.call(yve.person, "GET", pathOf(yve));
  expect(after.body.subscription).toMatchObject({
    status: "active",
    items: { data: [{ plan: { id: MONTHLY }, quantity: 2 }] },
    next: null,
  });
});

const archive = (plan: string, active: boolean) => world.provider("POST", `plans/${plan}`, { active });

test("QTY-08 QTY-09 subscribers of an archived plan add, remove and resume seats as before (FAULT-03)", async () => {
  const who = await makeSubscriber(world, { quantity: 3 });
  const post = (path: string, body: object) => world.call(who.person, "POST", path, body);
  await archive(MONTHLY, false);
  try {
    await world.sweep();
    const preview = await post(`${invoicePathOf(who)}/preview`, { plan: MONTHLY, quantity: 4 });
    expect(preview.body.total).toBe(1_000);
    const { id: quote } = preview.body.quote;
    await post(pathOf(who), { plan: MONTHLY, quantity: 4, proration_behavior: "create_prorations", quote });
    expect((await post(`${invoicePathOf(who)}/create`, { quote })).body.invoice).toMatchObject({ status: "paid" });
    const fewer = await post(pathOf(who), { plan: MONTHLY, quantity: 2, proration_behavior: "none" });
    expect(fewer.body.subscription.next).toMatchObject({ quantity: 2 });
    world.moveClock(61);
    const undone = await post(pathOf(who), { plan: MONTHLY, quantity: 4, proration_behavior: "none" });
    expect(undone.body.subscription).toMatchObject({ next: null, items: { data: [{ quantity: 4 }] } });
    // The provider's own decrease is restored before more is charged.
    const items = [{ id: who.item, quantity: 2 }];
    await world.provider("POST", `subscriptions/${who.subscription}`, { items, proration_behavior: "none" });
    await world.settle();
    await post(pathOf(who), { plan: MONTHLY, quantity: 5, proration_behavior: "create_prorations" });
    expect((await post(`${invoicePathOf(who)}/create`, {})).body.invoice).toMatchObject({ total: 1_000 });
  } finally {
    await archive(MONTHLY, true);
    await world.sweep();
  }
});

test("PUR-10 PUR-11 a plan that the vendor archives meanwhile is refused as no longer on sale (FAULT-03)", async () => {
  const who = await makeSubscriber(world, { quantity: 3 });
  const post = (path: string, body: object) => world.call(who.person, "POST", path, body);
  const change = { plan: YEARLY, quantity: 3 };
  const preview = await post(`${invoicePathOf(who)}/preview`, change);
  const { id: quote } = preview.body.quote;
  await post(pathOf(who), { ...change, proration_behavior: "create_prorations", quote });
  await archive(YEARLY, false);
  try {
    const refused = { status: 409, body: { code: 20_005, message: expect.stringContaining("no longer on sale") } };
    expect(await post(`${invoicePathOf(who)}/create`, { quote })).toMatchObject(refused);
    expect(await post(`${invoicePathOf(who)}/preview`, change)).toMatchObject(refused);
  } finally {
    await archive(YEARLY, true);
  }
});

test("QTY-08 a seat change makes at most 76 database round trips, the sandbox's included (FAULT-61 FAULT-45)", async () => {
  const who = await makeSubscriber(world, { quantity: 3, taxPercent: 20 });
  const post = (path: string, body: object) => world.call(who.person, "POST", path, body);
  const wanted = { plan: MONTHLY, quantity: 5 };
  const shown = await countRoundTrips(() => post(`${invoicePathOf(who)}/preview`, wanted));
  const { id: quote } = shown.answer.body.quote;
  const staging = { ...wanted, proration_behavior: "create_prorations", quote };
  const staged = await countRoundTrips(() => post(pathOf(who), staging));
  const charged = await countRoundTrips(() => post(`${invoicePathOf(who)}/create`, { quote }));
  const read = await countRoundTrips(() => world.call(who.person, "GET", pathOf(who)));
  expect(read.answer.body.subscription.items.data).toMatchObject([{ quantity: 5 }]);
  expect(read.trips).toBe(1);
  expect(shown.trips + staged.trips + charged.trips).toBeLessThanOrEqual(76);
});
