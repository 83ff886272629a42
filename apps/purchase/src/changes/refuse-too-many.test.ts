import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, MONTHLY, type PurchaseWorld, purchaseWorld } from "../testing/purchase-world.ts";
import { invoicePathOf, makePlans, makeSubscriber, pathOf, type Subscriber } from "../testing/subscribers.ts";

let world: PurchaseWorld;
/** One instance with limits, and one without. */
let limited: string;
let unlimited: string;

beforeAll(async () => {
  world = await purchaseWorld();
  await makePlans(world);
  limited = (await world.another({ rateLimits: true })).origin;
  unlimited = (await world.another({ rateLimits: false })).origin;
});
afterAll(() => world.close());

const post = (who: Subscriber, path: string, body: object, at: string): Promise<Answer> =>
  world.call(who.person, "POST", path, body, {}, at);
const preview = (who: Subscriber, quantity: number, at = limited): Promise<Answer> =>
  post(who, `${invoicePathOf(who)}/preview`, { plan: MONTHLY, quantity }, at);
const create = (who: Subscriber, quote: string | undefined, at = limited): Promise<Answer> =>
  post(who, `${invoicePathOf(who)}/create`, { auto_advance: true, quote }, at);

function update(who: Subscriber, quantity: number, quote?: string, at = limited): Promise<Answer> {
  const body = { plan: MONTHLY, quantity, proration_behavior: "create_prorations", quote };
  return post(who, pathOf(who), body, at);
}

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
