import type { Database } from "@foyer/service-kit/db";
import { inTransaction } from "@foyer/service-kit/db";
import { type Selectable, sql } from "kysely";
import type { LicenseSecretTable } from "../db/activation-tables.ts";
import type { AccountsTables, Tx } from "../db/schema.ts";

type Db = Pick<Database<AccountsTables>, "kysely">["kysely"];
export type LicenseSecret = Selectable<LicenseSecretTable>;
export type NewSecret = Pick<LicenseSecret, "id" | "kind" | "public_key" | "sealed">;
type Kind = LicenseSecret["kind"];

/** Returns all secrets of a kind: the one in use, then the retired ones, the most recently retired first. */
export async function readSecrets(db: Db, kind: Kind): Promise<LicenseSecret[]> {
  return db
    .selectFrom("license_secrets")
    .selectAll()
    .where("kind", "=", kind)
    .orderBy(sql`retired_at desc nulls first`)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
}

/**
 * Adds a secret that is used from now on and retires the one before it. Concurrent callers are serialized.
 *
 * @param instead adds nothing unless the secret in use has this id, or unless there is none for null.
 */
export async function addSecret(db: Db, secret: NewSecret, now: Date, instead?: string | null): Promise<void> {
  await inTransaction(db, (tx) => addSecretIn(tx, secret, now, instead));
}

/** `addSecret` in the caller's transaction. */
export async function addSecretIn(tx: Tx, secret: NewSecret, now: Date, instead?: string | null): Promise<void> {
  await sql`lock table accounts.license_secrets in share row exclusive mode`.execute(tx);
  const used = tx.selectFrom("license_secrets").select("id").where("kind", "=", secret.kind);
  const before = await used.where("retired_at", "is", null).executeTakeFirst();
  if (instead !== undefined && (before?.id ?? null) !== instead) return;
  const retired = tx.updateTable("license_secrets").set({ retired_at: now }).where("kind", "=", secret.kind);
  await retired.where("retired_at", "is", null).execute();
  await tx
    .insertInto("license_secrets")
    .values({ ...secret, created_at: now, retired_at: null })
    .execute();
}

/** Replaces the encrypted form of a secret, unless it was replaced concurrently. */
export async function setSealedSecret(db: Db, id: string, from: string, to: string): Promise<void> {
  await db.updateTable("license_secrets").set({ sealed: to }).where("id", "=", id).where("sealed", "=", from).execute();
}

export async function readAllSecrets(db: Db): Promise<LicenseSecret[]> {
  return db.selectFrom("license_secrets").selectAll().execute();
}
