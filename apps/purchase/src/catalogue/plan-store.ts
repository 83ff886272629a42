import type { Queryable } from "@foyer/service-kit/db";
import type { PurchaseTables } from "../db/schema.ts";
import type { ProviderCountryRate, ProviderTaxRate } from "../stripe/payment-gateway.ts";
import type { PlanRow } from "../subscriptions/subscription-wire.ts";

type Db = Queryable<PurchaseTables>;

/** Takes all plans off sale except the given ones. */
export async function takeOthersOffSale(db: Db, onSale: readonly string[]): Promise<void> {
  const others = db.updateTable("plans").set({ on_sale: false }).where("on_sale", "=", true);
  await (onSale.length > 0 ? others.where("id", "not in", onSale) : others).execute();
}

/** Returns plans on sale by product, the most expensive first. */
export async function plansKnownOnSale(db: Db): Promise<PlanRow[]> {
  return await db
    .selectFrom("plans")
    .selectAll()
    .where("on_sale", "=", true)
    .orderBy("product")
    .orderBy("amount_cents", "desc")
    .execute();
}

export async function knownPlans(db: Db): Promise<PlanRow[]> {
  return await db.selectFrom("plans").selectAll().orderBy("id").execute();
}

export async function saveCountryRates(db: Db, rates: readonly ProviderCountryRate[]): Promise<void> {
  const ids = rates.map(({ id }) => id);
  const gone = db.deleteFrom("country_tax_rates");
  await (ids.length > 0 ? gone.where("id", "not in", ids) : gone).execute();
  if (rates.length === 0) return;
  await db
    .insertInto("country_tax_rates")
    .values(rates.map((rate) => ({ ...rate })))
    // A rate's percentage never changes at the provider.
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet((eb) => ({
        country: eb.ref("excluded.country"),
        display_name: eb.ref("excluded.display_name"),
      })),
    )
    .execute();
}

/** Returns the tax rates that a new subscription of a buyer in that country is charged with. */
async function ratesOfCountry(db: Db, country: string): Promise<ProviderTaxRate[]> {
  return await db
    .selectFrom("country_tax_rates")
    .select(["id", "percentage", "inclusive", "display_name"])
    .where("country", "=", country)
    .orderBy("id")
    .execute();
}

export async function isTaxedByCountry(db: Db): Promise<boolean> {
  return (await db.selectFrom("country_tax_rates").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** Returns the tax rates of the buyer's country, or null while the tax depends on a country that is not known. */
export async function ratesFor(db: Db, country: string): Promise<ProviderTaxRate[] | null> {
  if (country !== "") return await ratesOfCountry(db, country);
  return (await isTaxedByCountry(db)) ? null : [];
}
