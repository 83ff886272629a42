import type { Queryable } from "@foyer/service-kit/db";
import type { PurchaseTables } from "../db/schema.ts";
import { planById } from "../subscriptions/subscription-store.ts";
import type { PlanRow } from "../subscriptions/subscription-wire.ts";
import { oncePriceById, type OncePriceRow } from "./once-price-store.ts";

/** A plan as it is sold: paid every interval, or once at a price of the provider. */
export type Offer = Omit<PlanRow, "interval"> &
  (
    | { readonly interval: PlanRow["interval"]; readonly price: null }
    | { readonly interval: null; readonly price: string }
  );

export const recurringOffer = (row: PlanRow): Offer => ({ ...row, price: null });

export function onceOffer({ price_id: price, ...row }: OncePriceRow): Offer {
  return { ...row, interval: null, price };
}

/** Returns a known plan, on sale or not. */
export async function offerById(db: Queryable<PurchaseTables>, id: string): Promise<Offer | null> {
  const plan = await planById(db, id);
  if (plan) return recurringOffer(plan);
  const price = await oncePriceById(db, id);
  return price && onceOffer(price);
}
