import type { Queryable } from "@foyer/service-kit/db";
import type { PurchaseTables } from "../db/schema.ts";

type Db = Queryable<PurchaseTables>;

/** Progress of one-time work on every customer. The reader returns null if it has not begun. */
export interface CustomerPass {
  /** The last customer that is done. */
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
