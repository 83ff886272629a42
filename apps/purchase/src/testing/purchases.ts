import { expect } from "vitest";
import { usesOf } from "../coupons/coupon-store.ts";
import type { Change, Subject } from "./changes.ts";
import type { Json } from "./provider.ts";
import type { PurchaseWorld } from "./purchase-world.ts";
import { checkoutCalls, makeBuyer, subscriptionCalls } from "./subscribers.ts";

let made = 0;

/** Creates a code of the provider with a coupon of its own. Without `off` it takes half off every invoice. */
export async function makeCode(
  world: PurchaseWorld,
  coupon: object = {},
  code: { code?: string; max_redemptions?: number; expires_at?: number; restrictions?: object } = {},
): Promise<{ code: string; id: string; coupon: string }> {
  const terms = { name: "Launch", percent_off: 50, duration: "forever", ...coupon };
  const { percent_off: percent, ...amount } = terms;
  const { id } = await world.provider(
    "POST",
    "coupons",
    "amount_off" in amount ? amount : { ...amount, percent_off: percent },
  );
  const given = { code: `CODE-${++made}`, ...code };
  const promotion = { type: "coupon", coupon: id };
  const one: Json = await world.provider("POST", "promotion_codes", { promotion, ...given });
  return { code: given.code, id: one.id, coupon: id };
}

const QUANTITY = 4;

async function purchase(world: PurchaseWorld, path: string, isPrepared: boolean): Promise<Subject> {
  const buyer = await makeBuyer(world);
  const { person, customer } = buyer;
  const { opened, payCheckout, readCheckout } = checkoutCalls(world);
  // Its only use: a purchase that took two, or lost one, would be refused.
  const coupon = await makeCode(world, {}, { max_redemptions: 1 });
  const start = () => opened(person, { quantity: QUANTITY, coupon: coupon.code });
  let offer = await start();
  const charges = () => subscriptionCalls(world).paidCharges(buyer);
  const live = async (): Promise<Json[]> => (await world.provider("GET", "subscriptions", { customer })).data;
  const { license } = offer;
  return {
    path,
    isPrepared,
    send: (origin) => payCheckout(person, offer.id, {}, origin),
    prepareAgain: async () => {
      offer = await start();
    },
    isAtProvider: async () => (isPrepared ? await live() : await charges()).length === 1,
    expectOnce: async () => {
      expect(await live()).toMatchObject([{ status: "active", items: { data: [{ quantity: QUANTITY }] } }]);
      expect((await charges()).map(({ amount }) => amount)).toEqual([offer.total]);
      expect((await readCheckout(person, offer.id)).state).toBe("paid");
      await world.settle();
      expect(await usesOf(world.service.database.kysely, coupon.id)).toBe(1);
      const news = world.accounts.news.filter((one) => one.subscription.customer_id === customer);
      expect(news).toMatchObject([{ subscription: { quantity: QUANTITY, status: "active" } }]);
      expect(world.accounts.reserved.has(news[0]?.subscription.registration_id ?? license)).toBe(true);
    },
    expectNothing: async () => {
      expect(await charges()).toEqual([]);
      expect((await live()).filter(({ status }) => status === "active")).toEqual([]);
    },
  };
}

/** The two calls of a purchase: the subscription is created, and its first invoice is paid. */
export const purchases: readonly Change[] = [
  { name: "BUY-05 BUY-10 a purchase with a coupon", make: (world) => purchase(world, "subscriptions", true) },
  {
    name: "BUY-05 BUY-10 the payment of a purchase with a coupon",
    make: (world) => purchase(world, "invoices/in_", false),
  },
];
