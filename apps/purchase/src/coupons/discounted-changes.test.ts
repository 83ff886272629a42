import { caseCount } from "@foyer/testing/random-cases";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../testing/provider.ts";
import { MONTHLY, testWorld, YEARLY } from "../testing/purchase-world.ts";
import { makeCode } from "../testing/purchases.ts";
import {
  checkoutCalls,
  done,
  makeBuyer,
  makePerson,
  makeSubscriber,
  type Subscriber,
  type SubscriberOptions,
  subscriptionCalls,
} from "../testing/subscribers.ts";

const DAY = 86_400;
/** Total number of random changes. */
const CHANGES = caseCount("DISCOUNTED_CHANGES", { usual: 12, torture: 1_000 });
const SEED = Number(process.env["SEED"] ?? 20_261_124);

// The end of January, where periods are clamped.
const world = testWorld({ start: "2027-10-31T13:07:11Z", limitsOff: "one caller changes seats all day" }, 997, 9_941);

const { read, stage, create, record, ...calls } = subscriptionCalls(world);
const provided = (who: Subscriber): Promise<Json> =>
  world.provider("GET", `subscriptions/${who.subscription}`, { expand: ["discounts"] });

/** A subscriber with a discount that the provider began with the subscription's last change. */
async function discounted(coupon: object, options: SubscriberOptions = {}): Promise<Subscriber> {
  const who = await makeSubscriber(world, options);
  const made = await makeCode(world, coupon);
  await world.provider("POST", `subscriptions/${who.subscription}`, { discounts: [{ coupon: made.coupon }] });
  await world.settle();
  return who;
}

const preview = (who: Subscriber, wanted: object): Promise<Json> => done(calls.preview(who, wanted));

/** Quotes and carries out a change. Returns what was shown and the invoice. */
async function changed(who: Subscriber, wanted: object): Promise<{ shown: Json; invoice: Json }> {
  const shown = await preview(who, wanted);
  expect((await stage(who, wanted, shown.quote.id)).status).toBe(200);
  const { status, body } = await create(who);
  expect([wanted, status, body.message]).toEqual([wanted, 200, undefined]);
  return { shown, invoice: await world.provider("GET", `invoices/${body.invoice.id}`) };
}

// The long times come first, while no other subscription renews in them.
test("BUY-11 seats in a term after a switch that was taken back are charged net of the discount", async () => {
  const who = await discounted({ percent_off: 50 }, { plan: YEARLY, quantity: 2 });
  await world.advance(366 * DAY);
  await world.advance(345 * DAY);
  for (const plan of [MONTHLY, YEARLY]) {
    expect((await record(who, { plan, quantity: 2 })).status).toBe(200);
    world.moveClock(61);
  }
  const { shown, invoice } = await changed(who, { plan: YEARLY, quantity: 4 });
  expect(shown.discount.after).toBe("kept");
  expect([invoice.total, invoice.amount_paid]).toEqual([shown.total, shown.total]);
  const [credit, debit] = shown.lines.data.map(({ amount }: Json) => amount);
  // Half of the seats are new, so that the rest of the term costs as much again as the credit gives.
  expect(Math.abs(debit + 2 * credit)).toBeLessThanOrEqual(1);
});

test("BUY-11 a switch to monthly that ends the discount ends it when it is recorded, and more seats cost the full price then", async () => {
  const who = await discounted({ percent_off: 20, metadata: { plans: YEARLY } }, { plan: YEARLY });
  await world.advance(350 * DAY);
  const wanted = { plan: MONTHLY, quantity: 3 };
  const shown = await preview(who, wanted);
  expect([shown.discount.after, shown.next_renewal.total]).toEqual(["ended", 2_991]);
  expect((await record(who, wanted)).status).toBe(200);
  expect(await read(who)).toMatchObject({ discount: null, next: { plan: MONTHLY } });
});

test("BUY-11 more seats: the preview has the discount, says that it is kept, and is what is charged; so is the next renewal", async () => {
  const who = await discounted({ percent_off: 50 }, { quantity: 2 });
  await world.advance(32 * DAY);
  const { shown, invoice } = await changed(who, { plan: MONTHLY, quantity: 4 });
  expect(shown.discount).toMatchObject({ name: "Launch", percent_off: 50, ends_at: null, after: "kept" });
  expect(shown.lines.data.reduce((sum: number, { amount }: Json) => sum + amount, 0)).toBe(shown.subtotal);
  expect([invoice.total, invoice.amount_paid]).toEqual([shown.total, shown.total]);
  expect(shown.next_renewal.total).toBe(1_994);
  await world.advance(31 * DAY);
  const [renewal] = (await world.provider("GET", "invoices", { subscription: who.subscription, limit: 1 })).data;
  expect([renewal.billing_reason, renewal.total]).toEqual(["subscription_cycle", shown.next_renewal.total]);
});

test("BUY-11 a switch to yearly keeps a discount that is for both plans: the yearly line is net of it", async () => {
  const who = await discounted({ percent_off: 20 });
  const { shown, invoice } = await changed(who, { plan: YEARLY, quantity: 3 });
  expect(shown.discount.after).toBe("kept");
  // 3 × 9941 less 20 %, rounded once.
  expect(shown.lines.data.map(({ amount }: Json) => amount)).toEqual([-2_991, 23_858]);
  expect([invoice.total, shown.next_renewal.total]).toEqual([shown.total, 23_858]);
  expect(await read(who)).toMatchObject({ discount: { percent_off: 20 } });
});

test("BUY-11 a switch to a plan that the coupon is not for says first that the discount ends, and ends it when it is paid", async () => {
  const who = await discounted({ percent_off: 20, metadata: { plans: MONTHLY } });
  const shown = await preview(who, { plan: YEARLY, quantity: 3 });
  expect(shown.discount.after).toBe("ended");
  expect(await read(who)).toMatchObject({ discount: { percent_off: 20 } });
  const { invoice } = await changed(who, { plan: YEARLY, quantity: 3 });
  expect(invoice.total).toBe(shown.total);
  expect(shown.next_renewal.total).toBe(29_823);
  expect(await read(who)).toMatchObject({ discount: null });
  expect((await provided(who)).discounts).toEqual([]);
});

test("BUY-11 HOME-17 seats that a spent coupon made free are charged with one more seat, and the preview says why (FAULT-11)", async () => {
  const { person, customer } = await makeBuyer(world);
  const { code } = await makeCode(world, { percent_off: 100, duration: "once" });
  const { opened, payCheckout } = checkoutCalls(world);
  const checkout = await opened(person, { coupon: code });
  expect(checkout.total).toBe(0);
  expect((await payCheckout(person, checkout.id)).body.checkout.state).toBe("paid");
  const [{ id: subscription, items }] = (await world.provider("GET", "subscriptions", { customer })).data;
  const who = { person, customer, subscription, item: items.data[0].id, license: checkout.license, card: null };
  world.moveClock(10 * DAY);
  const { shown, invoice } = await changed(who, { plan: MONTHLY, quantity: 4 });
  // The time left of three seats at the list price, and nothing is credited for it.
  expect(shown.spent_discount).toBe(Math.round((3 * 997 * 20) / 30));
  expect([shown.total, invoice.total]).toEqual([Math.round((4 * 997 * 20) / 30), shown.total]);
  // Those are paid now, so a later change says nothing.
  expect((await preview(who, { plan: MONTHLY, quantity: 5 })).spent_discount).toBeUndefined();
  const plain = await makeSubscriber(world, { quantity: 3 });
  world.moveClock(DAY);
  expect((await preview(plain, { plan: MONTHLY, quantity: 4 })).spent_discount).toBeUndefined();
});

test("BUY-11 a discount for one invoice is used up by the change, which says so", async () => {
  const who = await discounted({ percent_off: 50, duration: "once" }, { quantity: 2 });
  const { shown, invoice } = await changed(who, { plan: MONTHLY, quantity: 6 });
  expect([shown.discount.after, shown.next_renewal.total]).toEqual(["used", 5_982]);
  expect(invoice.total).toBe(shown.total);
  expect(await read(who)).toMatchObject({ discount: null });
});

test("BUY-11 staff with the right billing put a coupon on a subscription, with reason and preview; its use counts once", async () => {
  const who = await makeSubscriber(world, { quantity: 2 });
  const billing = await makePerson(world, undefined, ["billing"]);
  const support = await makePerson(world, undefined, ["support"]);
  const { code, id } = await makeCode(world, { percent_off: 25 }, { max_redemptions: 1 });
  const put = (person: string, body: object = {}): Promise<Json> =>
    world.call(person, "POST", `admin/subscriptions/${who.subscription}/discount/`, {
      code: code.toLowerCase(),
      reason: "A promise",
      ...body,
    });
  expect((await put(support)).status).toBe(404);
  expect((await put(who.person)).status).toBe(404);
  const shown = await put(billing, { preview: true });
  expect(shown.body).toMatchObject({
    applied: false,
    before: { discount: null, total: 1_994 },
    after: { discount: "Launch", percent_off: 25, duration: "forever", total: 1_495 },
  });
  expect((await provided(who)).discounts).toEqual([]);
  const done = await Promise.all([put(billing), put(billing)]);
  expect(done.map(({ status }) => status)).toEqual([200, 200]);
  expect(done[0].body).toMatchObject({ applied: true, after: shown.body.after });
  const [discount] = (await provided(who)).discounts;
  expect((await world.provider("GET", `coupons/${discount.source.coupon}`)).times_redeemed).toBe(1);
  expect(await read(who)).toMatchObject({ discount: { percent_off: 25 } });
  expect(await world.provider("GET", "charges", { customer: who.customer })).toMatchObject({
    data: [{ amount: 1_994 }],
  });
  const { acts } = (await world.call(billing, "GET", `admin/acts/?target=subscription:${who.subscription}`)).body;
  expect(acts).toMatchObject([{ act: "subscription.discount", reason: "A promise", staff: billing }]);
  const { coupons } = (await world.call(billing, "GET", "admin/catalogue/")).body;
  expect(coupons.find((one: Json) => one.id === id)).toMatchObject({ uses: 1, max_uses: 1, faults: [] });
  expect((await put(billing, { reason: "Again, a minute later" })).status).toBe(200);
  world.moveClock(61);
  expect((await put(billing)).body.code).toBe(20_007);
});

test("BUY-11 a lost answer of the provider: the coupon is put on once", async () => {
  const who = await makeSubscriber(world);
  const billing = await makePerson(world, undefined, ["billing"]);
  const { code, coupon } = await makeCode(world, { duration: "repeating", duration_in_months: 2 });
  world.sandbox.setFaults([
    { kind: "reset", when: "after", path: `subscriptions/${who.subscription}`, method: "POST", times: 3 },
  ]);
  const body = { code, reason: "A promise" };
  const path = `admin/subscriptions/${who.subscription}/discount/`;
  expect((await world.call(billing, "POST", path, body)).status).toBe(200);
  world.sandbox.setFaults([]);
  expect((await world.provider("GET", `coupons/${coupon}`)).times_redeemed).toBe(1);
  expect((await read(who)).discount).toMatchObject({ percent_off: 50 });
});

test("BUY-01 staff see each code beside the plans on sale, with what keeps it from working", async () => {
  const staff = await makePerson(world, undefined, ["read"]);
  const bad = await makeCode(world, { max_redemptions: 3, metadata: { plans: "NOTHING" } }, { code: "no" });
  const euros = await makeCode(
    world,
    { amount_off: 100, currency: "eur" },
    { restrictions: { minimum_amount: 5, minimum_amount_currency: "eur" } },
  );
  const { coupons } = (await world.call(staff, "GET", "admin/catalogue/")).body;
  const of = (id: string): Json => coupons.find((one: Json) => one.id === id);
  expect(of(bad.id)).toMatchObject({ plans: [], faults: ["form", "plans", "limit"] });
  expect(of(euros.id)).toMatchObject({ plans: null, faults: ["currency", "minimum"] });
});

const aChange = fc.record({
  coupon: fc.oneof(
    fc.record({ percent_off: fc.constantFrom(10, 33.33, 50, 99.99, 100), duration: fc.constant("forever") }),
    fc.record({
      percent_off: fc.constantFrom(12.5, 75),
      duration: fc.constant("repeating"),
      duration_in_months: fc.constantFrom(1, 2, 13),
    }),
    fc.record({ percent_off: fc.constantFrom(50), duration: fc.constant("once") }),
    fc.record({
      amount_off: fc.integer({ min: 1, max: 30_000 }),
      currency: fc.constant("usd"),
      duration: fc.constantFrom("forever", "once"),
    }),
  ),
  isForYearly: fc.boolean(),
  isBought: fc.boolean(),
  seats: fc.integer({ min: 1, max: 400 }),
  more: fc.integer({ min: 1, max: 40 }),
  isSwitch: fc.boolean(),
  tax: fc.constantFrom(0, 7.7, 19, 33.3333),
  inclusive: fc.boolean(),
  classic: fc.boolean(),
  seconds: fc.integer({ min: 1, max: 20 * DAY }),
});
type RandomChange = typeof aChange extends fc.Arbitrary<infer One> ? One : never;

async function changeOnce(who: Subscriber, { seats, more, isSwitch }: RandomChange, context: string): Promise<void> {
  const wanted = isSwitch ? { plan: YEARLY, quantity: seats } : { plan: MONTHLY, quantity: seats + more };
  const { shown, invoice } = await changed(who, wanted);
  const net = invoice.total_discount_amounts.reduce((sum: number, { amount }: Json) => sum - amount, invoice.subtotal);
  const tax = invoice.total_taxes.reduce((sum: number, { amount }: Json) => sum + amount, 0);
  expect([context, net, tax, invoice.amount_paid]).toEqual([context, shown.subtotal, shown.tax, shown.total]);
  const lines = shown.lines.data.reduce((sum: number, { amount }: Json) => sum + amount, 0);
  expect([context, lines]).toEqual([context, shown.subtotal]);
  const mirrored = await read(who);
  const { items, discounts } = await provided(who);
  expect([context, mirrored.items.data[0].quantity, mirrored.discount === null]).toEqual([
    context,
    items.data[0].quantity,
    discounts.length === 0,
  ]);
  const after = shown.discount?.after ?? "none";
  expect([context, mirrored.discount !== null]).toEqual([context, after === "kept"]);
  // The next renewal, as the provider previews it.
  const next = await world.provider("POST", "invoices/create_preview", { subscription: who.subscription });
  const { balance } = await world.provider("GET", `customers/${who.customer}`);
  const due = Math.max(0, next.total + balance);
  expect([context, shown.next_renewal.total]).toEqual([context, due > 0 && due < 50 ? 0 : due]);
}

test(`BUY-19 BUY-11 ${CHANGES} random changes with coupons and taxes: what is shown is charged, invoiced and mirrored`, async () => {
  const wanted = fc.sample(aChange, { seed: SEED, numRuns: CHANGES });
  for (let start = 0; start < wanted.length; start += 8) {
    const batch = await Promise.all(
      wanted.slice(start, start + 8).map(async (one, index) => {
        const { coupon, isForYearly, seats, tax, inclusive, classic } = one;
        const metadata = isForYearly ? {} : { plans: MONTHLY };
        const who = await discounted(
          { ...coupon, metadata },
          { quantity: seats, taxPercent: tax, taxInclusive: inclusive, billingMode: classic ? "classic" : "flexible" },
        );
        return { who, one, context: `seed ${SEED}, change ${start + index}` };
      }),
    );
    world.moveClock(batch[0]?.one.seconds ?? 1);
    await world.settle();
    await Promise.all(batch.map(({ who, one, context }) => changeOnce(who, one, context)));
    // They would renew in each later batch.
    await Promise.all(batch.map(({ who }) => world.provider("DELETE", `subscriptions/${who.subscription}`)));
  }
}, 600_000);

test("BUY-11 seats on the same plan keep a discount that the vendor has given outside of the coupon's plans", async () => {
  const who = await discounted({ percent_off: 50, metadata: { plans: YEARLY } }, { quantity: 2 });
  const { shown, invoice } = await changed(who, { plan: MONTHLY, quantity: 4 });
  expect([shown.discount.after, shown.next_renewal.total]).toEqual(["kept", 1_994]);
  expect(invoice.total).toBe(shown.total);
  expect(await read(who)).toMatchObject({ discount: { percent_off: 50 } });
});
