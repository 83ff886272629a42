import type { Database } from "@foyer/service-kit/db";
import { inTransaction } from "@foyer/service-kit/db";
import { type Selectable, sql } from "kysely";
import type { AppKeyTable } from "../db/app-tables.ts";
import type { AccountsTables } from "../db/schema.ts";

type Db = Pick<Database<AccountsTables>, "kysely">["kysely"];
export type AppKey = Selectable<AppKeyTable>;
type NewKey = Pick<AppKey, "id" | "algorithm" | "sealed">;

/** Returns all stored keys: those that sign first, then the retired ones, the most recently retired first. */
export async function readKeys(db: Db): Promise<AppKey[]> {
  const keys = db.selectFrom("app_keys").selectAll();
  return keys
    .orderBy(sql`retired_at desc nulls first`)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
}

/**
 * Adds keys that sign from now on and retires the earlier ones. Concurrent callers are serialized.
 *
 * @param onlyFirst adds nothing if there are keys.
 */
export async function addKeys(db: Db, keys: readonly NewKey[], now: Date, onlyFirst: boolean): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await sql`lock table app_keys in share row exclusive mode`.execute(tx);
    const held = await tx.selectFrom("app_keys").select("id").limit(1).executeTakeFirst();
    if (held && onlyFirst) return false;
    await tx.updateTable("app_keys").set({ retired_at: now }).where("retired_at", "is", null).execute();
    await tx
      .insertInto("app_keys")
      .values(keys.map((key) => ({ ...key, created_at: now, retired_at: null })))
      .execute();
    return true;
  });
}

/** Replaces the encrypted form of a key, unless it was replaced concurrently. */
export async function setSealedKey(db: Db, id: string, from: string, to: string): Promise<void> {
  await db.updateTable("app_keys").set({ sealed: to }).where("id", "=", id).where("sealed", "=", from).execute();
}

export async function hasNoKeys(db: Db): Promise<boolean> {
  return (await db.selectFrom("app_keys").select("id").limit(1).executeTakeFirst()) === undefined;
}
