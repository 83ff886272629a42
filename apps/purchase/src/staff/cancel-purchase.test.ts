import { eventually } from "@foyer/testing/running-system";
import { afterEach, expect, test } from "vitest";
import type { Json } from "../testing/provider.ts";
import { type Answer, MONTHLY, ONCE, salesWithOnce, testWorld } from "../testing/purchase-world.ts";
import { type Buyer, checkoutCalls, makeBuyer, makePerson, subscriptionCalls } from "../testing/subscribers.ts";

const PRICE = 10_000;
const world = testWorld({ stripe: { timeoutMs: 10_000 }, sales: salesWithOnce(PRICE) });
afterEach(() => world.sandbox.setFaults([]));

interface Bought extends Buyer {
  readonly subscription: string;
  readonly license: string;
  readonly path: string;
}

const { opened, payCheckout } = checkoutCalls(world);
const { stage, create, invoicesOf } = subscriptionCalls(world);

/** A license that is paid once. */
async function sold(quantity = 3, plan = ONCE): Promise<Omit<Bought, "subscription">> {
  const buyer = await makeBuyer(world);
  const checkout = await opened(buyer.person, { plan, quantity });
  expect((await payCheckout(buyer.person, checkout.id)).status).toBe(200);
  const path = `admin/customers/${buyer.customer}/purchases/${checkout.id}/cancel/`;
  return { ...buyer, license: checkout.license, path };
}

async function bought(quantity = 5): Promise<Bought> {
  const buyer = await sold(quantity, MONTHLY);
  const [{ id: subscription }] = (await world.provider("GET", "subscriptions", { customer: buyer.customer })).data;
  return { ...buyer, subscription };
}

const reason = "withdrawn by mail";
const biller = (): Promise<string> => makePerson(world, undefined, ["billing"]);
const cancel = (staff: string, { path }: Pick<Bought, "path">, body: object = {}, at?: string): Promise<Answer> =>
  world.call(staff, "POST", path, { reason, ...body }, {}, at);

/** The refunds of each charge, and whether the subscription has ended. */
async function state({ customer, subscription }: Bought): Promise<[number[], string]> {
  const { status } = await world.provider("GET", `subscriptions/${subscription}`);
  return [await refundsOf({ customer }), status];
}
const refundsOf = async ({ customer }: Pick<Buyer, "customer">): Promise<number[]> =>
  (await world.provider("GET", "charges", { customer })).data.map(({ amount_refunded: refunded }: Json) => refunded);

async function actsOn(target: string): Promise<Json[]> {
  const staff = await makePerson(world, undefined, ["read"]);
  return (await world.call(staff, "GET", `admin/acts/?target=${target}`)).body.acts;
}

/** Makes all next tries due now, as after the death of the process that had them. */
async function resume(): Promise<void> {
  const { kysely } = world.service.database;
  await kysely.updateTable("operations").set({ next_attempt_at: null, leased_until: null }).execute();
  await world.sweep("resume-operations");
}

test("BUY-18 a preview says what is given back and what ends; two staff members and a double click make one refund", async () => {
  const one = await bought();
  const [staff, other] = [await biller(), await biller()];
  const { origin } = await world.another();
  const shown = await cancel(staff, one, { preview: true });
  expect(shown.body).toMatchObject({
    applied: false,
    before: { subscription: one.subscription, license: one.license, quantity: 5, status: "active", given_back: 0 },
    after: { status: "canceled", given_back: 5_000, to: "card" },
  });
  expect(await state(one)).toEqual([[0], "active"]);
  const clicks = await Promise.all([
    cancel(staff, one),
    cancel(staff, one, {}, origin),
    cancel(other, one, {}, origin),
  ]);
  expect(clicks.map(({ status, body }) => [status, body.after?.given_back])).toEqual(Array(3).fill([200, 5_000]));
  expect(await state(one)).toEqual([[5_000], "canceled"]);
  expect(world.accounts.news.at(-1)?.subscription).toMatchObject({ id: one.subscription, status: "canceled" });
  const acts = await actsOn(`subscription:${one.subscription}`);
  expect(acts).toMatchObject([{ act: "purchase.cancel", reason, after: { status: "canceled", given_back: 5_000 } }]);
  world.moveClock(61);
  expect(await cancel(other, one)).toMatchObject({ status: 409, body: { code: 20_005 } });
  const { purchases } = (await world.call(staff, "GET", `admin/customers/${one.customer}/purchases/`)).body;
  expect(purchases).toMatchObject([{ subscription: one.subscription, cancelable_until: null }]);
});

test("BUY-18 seats added since are given back too; what staff gave back before is not given twice", async () => {
  const one = await bought(2);
  const who = { ...one, item: "", card: null };
  await stage(who, { plan: MONTHLY, quantity: 6 });
  expect((await create(who)).status).toBe(200);
  const staff = await biller();
  const data = await invoicesOf(one);
  const first = data.at(-1);
  const given = { reason, amount: 700, to: "card" };
  expect((await world.call(staff, "POST", `admin/invoices/${first.id}/refund/`, given)).status).toBe(200);
  const paid = data.reduce((sum: number, { amount_paid: amount }: Json) => sum + amount, 0);
  expect((await cancel(staff, one)).body.after.given_back).toBe(paid - 700);
  const [refunds, status] = await state(one);
  expect([refunds.reduce((sum, amount) => sum + amount, 0), status]).toEqual([paid, "canceled"]);
});

test("BUY-18 after a change at the provider that left a credit nothing is canceled or given back as a whole", async () => {
  const one = await bought(5);
  const { items } = await world.provider("GET", `subscriptions/${one.subscription}`);
  world.moveClock(3_600);
  const fewer = { items: [{ id: items.data[0].id, quantity: 1 }], proration_behavior: "always_invoice" };
  await world.provider("POST", `subscriptions/${one.subscription}`, fewer);
  const staff = await biller();
  for (const body of [{ preview: true }, {}])
    expect(await cancel(staff, one, body)).toMatchObject({ status: 409, body: { code: 20_005 } });
  const [refunds, status] = await state(one);
  expect([refunds.reduce((sum, amount) => sum + amount, 0), status]).toEqual([0, "active"]);
});

test("BUY-18 after 14 days, for another customer, or without right, password or daily limit it is refused", async () => {
  const one = await bought(51);
  const staff = await biller();
  const refusal = ({ status, body }: Answer): unknown => [status, body.code];
  expect(refusal(await cancel(staff, one))).toEqual([403, 2_001]);
  expect(refusal(await cancel(await makePerson(world, undefined, ["support"]), one))).toEqual([404, 2_004]);
  const stranger = await bought();
  const path = one.path.replace(one.customer, stranger.customer);
  expect(refusal(await cancel(staff, { ...one, path }))).toEqual([404, 2_004]);
  world.moveClock(14 * 86_400 + 1);
  expect(refusal(await cancel(staff, stranger))).toEqual([409, 20_005]);
  expect([await state(one), await state(stranger)]).toEqual([
    [[0], "active"],
    [[0], "active"],
  ]);
});

test.each([
  ["before", "reset", "subscriptions/"],
  ["after", "reset", "subscriptions/"],
  ["before", "error_500", "credit_notes"],
  ["after", "error_500", "credit_notes"],
  ["after", "reset", "credit_notes"],
  ["before", "rate_limit_429", "credit_notes"],
] as const)(
  "BUY-18 F7 F8 F9 %s the work the provider answers %s to %s: one refund, and the subscription ends",
  async (when, kind, path) => {
    const one = await bought();
    const staff = await biller();
    world.sandbox.setFaults([{ kind, when, path, times: 1 }]);
    expect([200, 503]).toContain((await cancel(staff, one)).status);
    world.sandbox.setFaults([]);
    await resume();
    expect((await cancel(staff, one)).status).toBe(200);
    expect(await state(one)).toEqual([[5_000], "canceled"]);
    expect(await actsOn(`subscription:${one.subscription}`)).toHaveLength(1);
  },
);

test.each(["subscriptions/", "credit_notes"])(
  "BUY-18 F1 a process is killed before it has the provider's answer to %s: another instance ends it with one refund",
  async (path) => {
    const one = await bought();
    const staff = await biller();
    const dying = await world.spawned();
    world.sandbox.setFaults([{ kind: "hang", when: "after", path, times: 1 }]);
    const unheard = cancel(staff, one, {}, dying.origin).catch(() => null);
    const isDone = async (): Promise<boolean> => {
      const [refunds, status] = await state(one);
      return path === "credit_notes" ? refunds[0] === 5_000 : status === "canceled";
    };
    await eventually(isDone, "a step that is done at the provider", 10_000);
    dying.signal("SIGKILL");
    await unheard;
    await resume();
    expect((await cancel(staff, one)).status).toBe(200);
    expect(await state(one)).toEqual([[5_000], "canceled"]);
    expect(await actsOn(`subscription:${one.subscription}`)).toHaveLength(1);
  },
);

const returnsOf = (license: string): Json[] =>
  world.accounts.sales.filter(({ registration_id: id, returned_at: at }) => id === license && at !== undefined);

test("BUY-18 what is paid once is canceled and given back once, its license ends, and the buyer gets a mail", async () => {
  const one = await sold();
  const [staff, other] = [await biller(), await biller()];
  const { origin } = await world.another();
  const [purchase] = (await world.call(staff, "GET", `admin/customers/${one.customer}/purchases/`)).body.purchases;
  expect(purchase).toMatchObject({ subscription: null, cancelable_until: expect.any(String) });
  const shown = await cancel(staff, one, { preview: true });
  expect(shown.body).toMatchObject({
    applied: false,
    before: { license: one.license, quantity: 3, status: "active", given_back: 0 },
    after: { status: "canceled", given_back: 30_000, to: "card" },
  });
  expect([await refundsOf(one), returnsOf(one.license)]).toEqual([[0], []]);
  const clicks = await Promise.all([
    cancel(staff, one),
    cancel(staff, one, {}, origin),
    cancel(other, one, {}, origin),
  ]);
  expect(clicks.map(({ status, body }) => [status, body.after?.given_back])).toEqual(Array(3).fill([200, 30_000]));
  expect(await refundsOf(one)).toEqual([30_000]);
  expect(returnsOf(one.license)).toMatchObject([{ customer_id: one.customer, plan: ONCE, quantity: 3 }]);
  const acts = await actsOn(`license:${one.license}`);
  expect(acts).toMatchObject([{ act: "purchase.cancel", reason, after: { status: "canceled", given_back: 30_000 } }]);
  await world.settle();
  const mails = world.mails.filter(({ to }) => to === `${one.person}@example.com`);
  const canceled = { subject: "Purchase of Outlinear 5 canceled", text: expect.stringContaining("$300.00") };
  expect(mails).toMatchObject([canceled]);
  world.moveClock(61);
  expect(await cancel(other, one)).toMatchObject({ status: 409, body: { code: 20_005 } });
  const after = (await world.call(staff, "GET", `admin/customers/${one.customer}/purchases/`)).body.purchases;
  expect(after).toMatchObject([{ cancelable_until: null }]);
  const { timeline } = (await world.call(staff, "GET", `admin/customers/${one.customer}/`)).body;
  const titles = timeline.map(({ title }: Json) => title);
  expect(titles).toEqual(expect.arrayContaining(["purchase.cancel", "return_sale", "purchase_canceled", "give_back"]));
});

test("BUY-18 what is paid once is not canceled after 14 days; a refund of it before counts", async () => {
  const [one, old] = [await sold(1), await sold(1)];
  const staff = await biller();
  const [invoice] = await invoicesOf(one);
  const given = { reason, amount: 700, to: "card" };
  expect((await world.call(staff, "POST", `admin/invoices/${invoice.id}/refund/`, given)).status).toBe(200);
  expect((await cancel(staff, one)).body.after.given_back).toBe(PRICE - 700);
  expect(await refundsOf(one)).toEqual([PRICE]);
  world.moveClock(14 * 86_400 + 1);
  expect(await cancel(staff, old)).toMatchObject({ status: 409, body: { code: 20_005 } });
  expect([await refundsOf(old), returnsOf(old.license)]).toEqual([[0], []]);
});

test("BUY-18 F7 the provider is away: the return of what is paid once is ended later, once", async () => {
  const one = await sold(1);
  const staff = await biller();
  world.sandbox.setFaults([{ kind: "error_500", when: "after", path: "credit_notes", times: 1 }]);
  expect([200, 503]).toContain((await cancel(staff, one)).status);
  world.sandbox.setFaults([]);
  await resume();
  expect((await cancel(staff, one)).status).toBe(200);
  expect(await refundsOf(one)).toEqual([PRICE]);
  await world.settle();
  expect(returnsOf(one.license)).toHaveLength(1);
});
