import type { Queryable } from "@foyer/service-kit/db";
import type { PurchaseTables } from "../db/schema.ts";

type Db = Queryable<PurchaseTables>;

/** How far something has got that is done once with every customer; null where it was not begun. */
export interface CustomerPass {
  /** The customer that was done last. */
  readonly cursor: string | null;
  readonly finished_at: Date | null;
}

export async function readPass(db: Db, name: string): Promise<CustomerPass | null> {
  return (
    (await db
      .selectFrom("customer_passes")
      .select(["cursor", "finished_at"])
      .where("name", "=", name)
      .executeTakeFirst()) ?? null
  );
}

export async function savePass(db: Db, name: string, reached: CustomerPass): Promise<void> {
  await db
    .insertInto("customer_passes")
    .values({ name, ...reached })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(reached))
    .execute();
}

export async function forgetPass(db: Db, name: string): Promise<void> {
  await db.deleteFrom("customer_passes").where("name", "=", name).execute();
}
