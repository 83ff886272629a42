import type { Queryable } from "@foyer/service-kit/db";
import type { PurchaseTables } from "../db/schema.ts";

type Db = Queryable<PurchaseTables>;

/** Returns the licenses of a customer's subscriptions, ended ones too, by subscription. */
export async function subscribedLicenses(db: Db, customerId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("subscriptions")
    .select(["id", "registration_id"])
    .where("customer_id", "=", customerId)
    .where("registration_id", "is not", null)
    .execute();
  return new Map(
    rows.flatMap(({ id, registration_id: license }) => (license === null ? [] : [[id, license] as const])),
  );
}

/** Returns the names that customers know, by plan. */
export async function planNames(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom("plans").select(["id", "nickname", "product"]).execute();
  return new Map(rows.map(({ id, nickname, product }) => [id, nickname ?? product]));
}
