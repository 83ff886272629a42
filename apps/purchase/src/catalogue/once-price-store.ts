import type { Queryable } from "@foyer/service-kit/db";
import type { Selectable } from "kysely";
import type { OncePricesTable } from "../db/sales-tables.ts";
import type { PurchaseTables } from "../db/schema.ts";
import type { ProviderPrice } from "../stripe/payment-gateway.ts";

type Db = Queryable<PurchaseTables>;
export type OncePriceRow = Selectable<OncePricesTable>;

/** Stores the prices that are on sale and paid once. All others are off sale. */
export async function saveOncePrices(db: Db, prices: readonly ProviderPrice[]): Promise<void> {
  const ids = prices.map(({ id }) => id);
  const others = db.updateTable("once_prices").set({ on_sale: false }).where("on_sale", "=", true);
  await (ids.length > 0 ? others.where("id", "not in", ids) : others).execute();
  if (prices.length === 0) return;
  await db
    .insertInto("once_prices")
    .values(
      prices.map(({ id, priceId, amount, currency, product, nickname }) => ({
        id,
        price_id: priceId,
        amount_cents: amount,
        currency,
        product,
        nickname,
        on_sale: true,
      })),
    )
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet((eb) => ({
        price_id: eb.ref("excluded.price_id"),
        amount_cents: eb.ref("excluded.amount_cents"),
        currency: eb.ref("excluded.currency"),
        product: eb.ref("excluded.product"),
        nickname: eb.ref("excluded.nickname"),
        on_sale: eb.ref("excluded.on_sale"),
      })),
    )
    .execute();
}

export async function knownOncePrices(db: Db): Promise<OncePriceRow[]> {
  return await db.selectFrom("once_prices").selectAll().orderBy("id").execute();
}

export async function oncePriceById(db: Db, id: string): Promise<OncePriceRow | null> {
  return (await db.selectFrom("once_prices").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}
