import { expect, test } from "vitest";
import type { Json } from "../testing/provider.ts";
import { type Answer, MONTHLY, testWorld, YEARLY } from "../testing/purchase-world.ts";
import { makeCode } from "../testing/purchases.ts";
import {
  checkoutCalls,
  makeBuyer,
  makePerson,
  makeSubscriber,
  saveCard,
  subscriptionCalls,
} from "../testing/subscribers.ts";

const world = testWorld({ start: "2026-11-30T10:00:00Z" }, 999, 9_990);

const { paidCharges } = subscriptionCalls(world);
const buyer = (card?: string) => makeBuyer(world, card);
const calls = checkoutCalls(world);
const start = (person: string, coupon: string, wanted: object = {}): Promise<Answer> =>
  calls.start(person, { coupon, ...wanted });
const startFrom = (from: string, person: string, coupon: string): Promise<Answer> =>
  world.call(person, "POST", "checkout", { plan: MONTHLY, quantity: 3, coupon }, { "x-forwarded-for": from });
const pay = calls.payCheckout;
const opened = (person: string, coupon: string): Promise<Json> => calls.opened(person, { coupon });
const refusedAs = ({ status, body }: Answer): unknown[] => [status, body.code, body.message];
const ALIKE = [422, 20_007, "This code is wrong, has been used up, or is for new customers only."];
const statusesOf = (answers: readonly Answer[]): number[] =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other);
const charged = async (customer: string): Promise<number[]> =>
  (await paidCharges({ customer })).map(({ amount }) => amount);
const usesOf = async (id: string): Promise<number> => {
  const staff = await makePerson(world, undefined, ["read"]);
  const { body } = await world.call(staff, "GET", "admin/catalogue/");
  return body.coupons.find((one: Json) => one.id === id).uses;
};
const at = (iso: string): number => Date.parse(iso) / 1_000;

test("BUY-10 BUY-11 a code in any case is a line of the quote, and counts in this and the next charge and in the mirror", async () => {
  const { code } = await makeCode(world, { percent_off: 33.33, duration: "repeating", duration_in_months: 3 });
  const { person, customer } = await buyer();
  const offer = await opened(person, ` ${code.toLowerCase()} `);
  expect(offer).toMatchObject({
    lines: [
      { description: "3 × Outlinear 5", amount: 2_997 },
      { description: "Discount: Launch", amount: -999 },
    ],
    subtotal: 1_998,
    total: 1_998,
    coupon: { code, percent_off: 33.33, amount_off: null, ends_at: at("2027-02-28T10:00:00Z"), is_once: false },
    next_charge: { total: 1_998, at: at("2026-12-30T10:00:00Z") },
  });
  const paid = await pay(person, offer.id);
  expect(paid.body.checkout).toMatchObject({ state: "paid", invoice: { total: 1_998 } });
  expect(await charged(customer)).toEqual([1_998]);
  const [{ id }] = (await world.provider("GET", "subscriptions", { customer })).data;
  const { body } = await world.call(person, "GET", `customer/${customer}/subscription/${id}`);
  expect(body.subscription.discount).toMatchObject({
    name: "Launch",
    percent_off: 33.33,
    ends_at: offer.coupon.ends_at,
  });
});

test("BUY-10 an amount, for one invoice: the next charge is the full price; more than the price charges nothing", async () => {
  const { code } = await makeCode(world, { amount_off: 500, currency: "usd", duration: "once" });
  const one = await buyer();
  const offer = await opened(one.person, code);
  expect(offer).toMatchObject({
    total: 2_497,
    next_charge: { total: 2_997 },
    coupon: { is_once: true, amount_off: 500 },
  });
  expect((await pay(one.person, offer.id)).body.checkout.state).toBe("paid");
  const { code: whole } = await makeCode(world, { amount_off: 50_000, currency: "usd" });
  const other = await buyer();
  const free = await opened(other.person, whole);
  expect([free.total, free.lines[1].amount]).toEqual([0, -2_997]);
  expect((await pay(other.person, free.id)).body.checkout.state).toBe("paid");
  expect(await charged(other.customer)).toEqual([]);
});

test("BUY-10 over and not for this plan say so; unknown, used up, for another and for new customers only are one answer", async () => {
  const { person, customer } = await buyer();
  const now = Math.floor(world.clock.now().getTime() / 1_000);
  const over = await makeCode(world, {}, { expires_at: now - 1 });
  expect(refusedAs(await start(person, over.code))).toEqual([422, 20_007, "This code has expired."]);
  const yearly = await makeCode(world, { metadata: { plans: YEARLY } });
  expect(refusedAs(await start(person, yearly.code))).toEqual([422, 20_007, "This code is not for this plan."]);
  expect((await start(person, yearly.code, { plan: YEARLY })).status).toBe(200);
  const euros = await makeCode(world, { amount_off: 100, currency: "eur" });
  expect(refusedAs(await start(person, euros.code))).toEqual([422, 20_007, "This code is not for this plan."]);
  const used = await makeCode(world, {}, { max_redemptions: 1 });
  const first = await buyer();
  await pay(first.person, (await opened(first.person, used.code)).id);
  const fresh = await makeCode(world, {}, { restrictions: { first_time_transaction: true } });
  const old = await makeSubscriber(world);
  const answers = [
    await start(person, "NO-SUCH-CODE"),
    await start(person, "no such code"),
    await start(person, "ab"),
    await start(person, used.code),
    await start(old.person, fresh.code),
  ];
  for (const answer of answers) expect(refusedAs(answer)).toEqual(ALIKE);
  expect((await start(person, fresh.code)).status).toBe(200);
  expect(await charged(customer)).toEqual([]);
});

test("BUY-10 ten wrong codes an hour, by account and by address, then 429 for all; right ones are not counted", async () => {
  const right = await makeCode(world);
  const { person } = await buyer();
  for (let count = 0; count < 12; count++) expect((await start(person, right.code)).status).toBe(200);
  for (let count = 0; count < 10; count++) expect((await start(person, `GUESS-${count}`)).status).toBe(422);
  const refused = await start(person, right.code);
  expect([refused.status, refused.body.code]).toEqual([429, 1_003]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_000);
  // Without a code one can still buy, and another address does not help the account.
  expect((await start(person, "")).status).toBe(200);
  expect((await startFrom("203.0.113.77", person, "GUESS-11")).status).toBe(429);
  const guessers = await Promise.all(Array.from({ length: 11 }, () => buyer()));
  const answers: number[] = [];
  for (const one of guessers) answers.push((await startFrom("198.51.100.9", one.person, "GUESS")).status);
  expect(answers).toEqual([...Array<number>(10).fill(422), 429]);
});

test("BUY-10 two at the last use, on two instances: one buys, the other is told 20007 before anything is charged", async () => {
  const last = await makeCode(world, {}, { max_redemptions: 3 });
  const { origin } = await world.another();
  const two = await Promise.all([buyer(), buyer(), buyer(), buyer(), buyer()]);
  const offers = await Promise.all(two.map(({ person }) => opened(person, last.code)));
  const answers = await Promise.all(
    two.map(({ person }, index) => pay(person, offers[index]?.id, {}, index % 2 === 0 ? origin : undefined)),
  );
  expect(statusesOf(answers)).toEqual([200, 200, 200, 422, 422]);
  for (const [index, answer] of answers.entries()) {
    const paid = await charged(two[index]?.customer ?? "");
    expect(paid).toEqual(answer.status === 200 ? [1_498] : []);
    if (answer.status !== 200) expect(refusedAs(answer)).toEqual(ALIKE);
  }
  expect(await usesOf(last.id)).toBe(3);
});

test("BUY-10 a declined purchase gives its use back, and a repeated payment takes none", async () => {
  const last = await makeCode(world, {}, { max_redemptions: 1 });
  const { person, customer } = await buyer("pm_card_chargeCustomerFail");
  const offer = await opened(person, last.code);
  expect((await pay(person, offer.id)).status).toBe(402);
  expect(await usesOf(last.id)).toBe(0);
  const card = await saveCard(world, customer, "pm_card_visa");
  expect((await pay(person, offer.id, { payment_method: card })).body.checkout.state).toBe("paid");
  expect((await pay(person, offer.id, { payment_method: card })).body.checkout.state).toBe("paid");
  expect([await usesOf(last.id), await charged(customer)]).toEqual([1, [1_498]]);
});

test("BUY-10 a code that was ended after the quote is refused, and a quote ends with its code", async () => {
  const ended = await makeCode(world);
  const { person, customer } = await buyer();
  const offer = await opened(person, ended.code);
  await world.provider("POST", `promotion_codes/${ended.id}`, { active: false });
  expect(refusedAs(await pay(person, offer.id))).toEqual(ALIKE);
  const soon = Math.floor(world.clock.now().getTime() / 1_000) + 60;
  const short = await makeCode(world, {}, { expires_at: soon });
  expect((await opened(person, short.code)).expires_at).toBe(soon);
  expect(await charged(customer)).toEqual([]);
});

test("BUY-10 a coupon whose last redemption was taken elsewhere after the quote is refused, and charges nothing", async () => {
  const gone = await makeCode(world, { max_redemptions: 1 });
  const { person, customer } = await buyer();
  const other = await buyer();
  const offer = await opened(person, gone.code);
  // Another channel of the vendor takes the coupon's last redemption between the quote and the payment.
  const items = [{ plan: MONTHLY, quantity: 1 }];
  const discounts = [{ coupon: gone.coupon }];
  await world.provider("POST", "subscriptions", { customer: other.customer, items, discounts });
  expect((await pay(person, offer.id)).status).toBe(422);
  expect([await charged(customer), await usesOf(gone.id)]).toEqual([[], 0]);
});

test("BUY-10 of two at the coupon's last redemption the provider refuses one, which gets 20007 and is charged nothing", async () => {
  const last = await makeCode(world, { max_redemptions: 1 });
  const { origin } = await world.another();
  const two = await Promise.all([buyer(), buyer()]);
  const offers = await Promise.all(two.map(({ person }) => opened(person, last.code)));
  const answers = await Promise.all(
    two.map(({ person }, index) => pay(person, offers[index]?.id, {}, index === 0 ? origin : undefined)),
  );
  expect(statusesOf(answers)).toEqual([200, 422]);
  const refused = answers.findIndex(({ status }) => status === 422);
  expect(answers[refused]?.body.code).toBe(20_007);
  expect([await charged(two[refused]?.customer ?? ""), await usesOf(last.id)]).toEqual([[], 1]);
});
