import { beforeAll, expect, test } from "vitest";
import { type Answer, MONTHLY, testWorld } from "../testing/purchase-world.ts";
import { makePerson, makeSubscriber, saveCard, type Subscriber, subscriptionCalls } from "../testing/subscribers.ts";

const world = testWorld();
/** One instance with limits, and one without. */
let limited: string;
let unlimited: string;
beforeAll(async () => {
  limited = (await world.another({ rateLimits: true })).origin;
  unlimited = (await world.another({ rateLimits: false })).origin;
});

const { post, read, ...calls } = subscriptionCalls(world);
const preview = (who: Subscriber, quantity: number, at = limited): Promise<Answer> =>
  calls.preview(who, { plan: MONTHLY, quantity }, at);
const create = (who: Subscriber, quote?: string, at = limited): Promise<Answer> => calls.create(who, quote, at);
const update = (who: Subscriber, quantity: number, quote?: string, at = limited): Promise<Answer> =>
  calls.stage(who, { plan: MONTHLY, quantity }, quote, at);

/** Adds seats one at a time up to `to`. */
async function growTo(who: Subscriber, from: number, to: number, at?: string): Promise<void> {
  for (let quantity = from + 1; quantity <= to; quantity += 1) {
    const { id } = (await preview(who, quantity, at)).body.quote;
    await update(who, quantity, id, at);
    expect((await create(who, id, at)).status).toBe(200);
  }
}

test("R-68 the limit of changes per day applies at the preview: what was shown can be paid, and the next preview is 429", async () => {
  const who = await makeSubscriber(world, { quantity: 1 });
  await growTo(who, 1, 15);
  const begun = world.clock.now();
  // The fifteenth change, previewed and staged before it is paid.
  const last = (await preview(who, 16)).body.quote.id;
  expect((await update(who, 16, last)).status).toBe(200);
  expect(await create(who, last)).toMatchObject({ status: 200, body: { invoice: { status: "paid" } } });
  world.moveClock(3_600);
  const refused = await preview(who, 17);
  expect(refused).toMatchObject({ status: 429, body: { code: 1003 } });
  const wait = Number(refused.headers.get("retry-after"));
  expect(begun.getTime() + 86_400_000).toBe(world.clock.now().getTime() + wait * 1_000);
  // A client that skips the preview gets no quote either.
  expect(await update(who, 17)).toMatchObject({ status: 429, body: { code: 1003 } });
  // Changes without a charge are not counted.
  expect((await preview(who, 2)).status).toBe(200);
  world.moveClock(wait);
  const next = (await preview(who, 17)).body.quote.id;
  expect((await create(who, next)).status).toBe(200);
});

test("R-68 with limits off a day may have any number of changes", async () => {
  const who = await makeSubscriber(world, { quantity: 1 });
  await growTo(who, 1, 18, unlimited);
});

const DAY = 86_400;
const declining = () => makeSubscriber(world, { quantity: 2, card: "pm_card_chargeCustomerFail" });
const reached = async ({ customer }: Subscriber): Promise<number> => {
  const { data } = await world.provider("GET", "charges", { customer, limit: 100 });
  return data.filter(({ paid }: { paid: boolean }) => !paid).length;
};
const waits = {
  status: 429,
  body: { code: 1003, message: expect.stringMatching(/3 payments were declined.*support@example.com.* on Nov/) },
};

test("BUY-15 three declined payments in a day stop every charge for a day, and the sentence names the way out (FAULT-27)", async () => {
  const who = await declining();
  const quote = (await preview(who, 8)).body.quote.id;
  for (let seats = 3; seats < 11; seats++) {
    await update(who, seats);
    await create(who);
    world.moveClock(6);
  }
  expect(await reached(who)).toBe(3);
  // The amount that another tab showed earlier.
  await update(who, 8, quote);
  expect(await create(who, quote)).toMatchObject(waits);
  expect(await preview(who, 4)).toMatchObject(waits);
  expect(await update(who, 40)).toMatchObject(waits);
  const { checkout } = (await post(who, "checkout", { plan: MONTHLY, quantity: 1 }, limited)).body;
  expect(await post(who, `checkout/${checkout.id}/pay`, {}, limited)).toMatchObject(waits);
  expect(await reached(who)).toBe(3);
  // Other people are charged as before, and so is this one with limits off, after a day, or once staff allows it.
  const other = await makeSubscriber(world, { quantity: 1 });
  await growTo(other, 1, 2);
  await saveCard(world, who.customer, "pm_card_visa");
  const staff = await makePerson(world, undefined, ["support"]);
  const lift = `admin/customers/${who.customer}/allow_purchases/`;
  expect((await world.call(staff, "POST", lift, { reason: "Called back" })).status).toBe(200);
  await growTo(who, 2, 3);
});

test("BUY-15 an open invoice is charged three times a day at most, also after each new default card (FAULT-27)", async () => {
  const who = await declining();
  await world.advance(31 * DAY + 2);
  const { open_invoice: open } = await read(who);
  const before = await reached(who);
  const pay = () => calls.pay(who, open.id, limited);
  expect(await pay()).toMatchObject({ status: 402 });
  for (let card = 0; card < 5; card++) {
    const { id } = await world.provider("POST", "payment_methods/pm_card_chargeCustomerFail/attach", {
      customer: who.customer,
    });
    const set = await post(who, `customer/${who.customer}/payment_method/${id}/default`, {}, limited);
    expect(set.status).toBe(200);
    await world.settle();
  }
  expect((await reached(who)) - before).toBe(3);
  expect(await pay()).toMatchObject({ status: 429, body: { code: 1003 } });
  world.moveClock(DAY + 1);
  await saveCard(world, who.customer, "pm_card_visa");
  expect(await pay()).toMatchObject({ status: 200, body: { payment: { state: "paid" } } });
});
