import { sql } from "kysely";
import type { Tx } from "../db/schema.ts";

/** Ids, in order, of every license in which the account is an owner or has a seat. */
export async function licensesConcerned(tx: Tx, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select license_id as id from license_owners where account_id = ${accountId}
    union select license_id from seats where account_id = ${accountId} order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Transfers ownership of licenses from one account to another, keeping one row where both are owners. Updates links that undo the
 * takeover of a contact to name the other account.
 *
 * @returns the licenses that the first account owned.
 */
export async function giveOwnershipOf(tx: Tx, from: string, into: string): Promise<string[]> {
  const owned = await tx.selectFrom("license_owners").select("license_id").where("account_id", "=", from).execute();
  await sql`
    delete from license_owners other using license_owners kept
    where other.account_id = ${from} and kept.account_id = ${into} and kept.license_id = other.license_id`.execute(tx);
  await tx.updateTable("license_owners").set({ account_id: into }).where("account_id", "=", from).execute();
  await sql`update mailed_secrets set former_managers = array_replace(former_managers, ${from}, ${into})
    where ${from} = any(former_managers) and used_at is null`.execute(tx);
  return owned.map((row) => row.license_id);
}

/** Gives ended devices to the other account; live ones moved with their seats. Their files may still work, and their frees count. */
export async function giveDevicesOf(tx: Tx, from: string, into: string): Promise<void> {
  await tx.updateTable("activations").set({ account_id: into }).where("account_id", "=", from).execute();
}
