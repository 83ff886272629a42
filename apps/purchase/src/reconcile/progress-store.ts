import type { Queryable } from "@foyer/service-kit/db";
import type { PurchaseTables } from "../db/schema.ts";

type Db = Queryable<PurchaseTables>;

/** Returns the progress of periodic work, or null if it never ran. */
export async function readProgress(db: Db, name: string): Promise<Date | null> {
  const row = await db.selectFrom("progress").select("reached_at").where("name", "=", name).executeTakeFirst();
  return row?.reached_at ?? null;
}

export async function saveProgress(db: Db, name: string, now: Date): Promise<void> {
  await db
    .insertInto("progress")
    .values({ name, reached_at: now })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ reached_at: now }))
    .execute();
}
