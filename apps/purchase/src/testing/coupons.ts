import type { Json } from "./provider.ts";
import type { PurchaseWorld } from "./purchase-world.ts";

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
