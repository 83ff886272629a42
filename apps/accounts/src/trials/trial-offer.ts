import { productOfPlan } from "@foyer/domain/catalogue";
import type { Deps } from "../deps.ts";

type Sold = Pick<Deps["brand"], "products" | "plans">;

/** The trial that the brand offers of a product such as `OUTLINE-5`: its days and the product's name. Null without one. */
export function trialOffer(
  { products }: Sold,
  product: string,
): { readonly days: number; readonly name: string } | null {
  const offered = products.find(({ code, supportedVersion }) => product === `${code}-${supportedVersion}`);
  if (offered?.trialDays === undefined) return null;
  return { days: offered.trialDays, name: `${offered.name} ${offered.supportedVersion}` };
}

/** A plan on sale of a product, the first that the brand lists. Null without one. */
export function planToBuy({ plans = [] }: Sold, productId: string): string | null {
  const product = productOfPlan(productId);
  return plans.find(({ id, onSale }) => onSale !== false && productOfPlan(id) === product)?.id ?? null;
}
