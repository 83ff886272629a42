import { type Insertable, sql } from "kysely";
import type { ReplacedLicenseKeyTable } from "../db/activation-tables.ts";
import type { Db, Tx } from "../db/schema.ts";
import { after } from "../lifetimes.ts";
import type { License } from "./license-store.ts";

/** Replaces the key of a locked license, and of its registration if it is a legacy key. */
export async function setKey(
  tx: Tx,
  { id }: Pick<License, "id">,
  key: string,
  old: Omit<Insertable<ReplacedLicenseKeyTable>, "license_id">,
): Promise<void> {
  await tx
    .insertInto("replaced_license_keys")
    .values({ ...old, license_id: id })
    .execute();
  await tx.updateTable("license_keys").set({ key }).where("key", "=", old.key).where("license_id", "=", id).execute();
  await tx.updateTable("licenses").set({ key }).where("id", "=", id).execute();
}

/** Ends what was activated with keys that end now and take their activations along. The license is locked. */
export async function endActivationsOfKeys(tx: Tx, now: Date, licenseId: string): Promise<void> {
  await sql`
    update activations set ended_at = ${now}, ended_by = 'license' from replaced_license_keys replaced
    where replaced.license_id = ${licenseId} and replaced.ends_activations and replaced.ends_at <= ${now}
      and activations.license_id = replaced.license_id and activations.by_key = replaced.key
      and activations.ended_at is null`.execute(tx);
}

/** A call that began with a key before its end has finished by then. */
const CALLS_END_SECONDS = 60;

/** Ends what was activated with keys that have ended. Validations do not wait for this. */
export async function endReplacedKeys(db: Db, now: Date): Promise<void> {
  await sql`
    with ended as (
      update replaced_license_keys set ends_activations = false
      where ends_activations and ends_at <= ${after(now, -CALLS_END_SECONDS)}
      returning key, license_id, ends_at
    )
    update activations set ended_at = ended.ends_at, ended_by = 'license' from ended
    where activations.license_id = ended.license_id and activations.by_key = ended.key and activations.ended_at is null`.execute(
    db,
  );
}
