import { deletedAccount, erasedName } from "@foyer/domain/closed-account";
import { sql } from "kysely";
import type { Tx } from "../db/schema.ts";
import type { Erasure } from "../stores/erasure-store.ts";

// Statements that remove a person from the tables. Repeating any of them changes nothing.

/** An erasure with the name and addresses that its later steps need. */
export type Named = Erasure & { readonly username: string };

/** Statement timeout: some statements scan whole tables, and no request waits for them. */
const PATIENCE = "10min";

/** Raises the statement timeout for the rest of the transaction. */
export async function waitLong(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = ${sql.lit(PATIENCE)}`.execute(tx);
}

/** Locks the licenses in which the account has seats, in the order of their ids, as every change of seats does. */
export async function lockLicensesConcerned(tx: Tx, accountId: string): Promise<void> {
  await sql`
    select id from licenses where id in (
      select license_id from license_owners where account_id = ${accountId}
      union select license_id from seats where account_id = ${accountId}
      union select seats.license_id from erasures join seats on seats.email_key = any(erasures.addresses)
        where erasures.account_id = ${accountId} and seats.status = 'pending'
    ) order by id for update`.execute(tx);
}

/** Removes the person from the events of accounts and licenses and from the acts of staff. */
export async function eraseFromRecords(tx: Tx, accountId: string): Promise<void> {
  await sql`select erase_from_records(${accountId})`.execute(tx);
}

/** Removes the person from held seats. The seats stay occupied until their manager removes them. */
export async function eraseHeldSeats(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable("seats")
    .set({ username: deletedAccount, email: deletedAccount, email_key: deletedAccount.toLowerCase() })
    .where("account_id", "=", accountId)
    .execute();
  await tx.updateTable("seats").set({ invited_by: null }).where("invited_by", "=", accountId).execute();
}

/**
 * Removes the account from the managers of licenses that others manage too; it stays the owner, by its id, of its other licenses.
 * Replaces its name and addresses as owner of license keys.
 */
export async function eraseFromLicenses(tx: Tx, { account_id: id, username, addresses }: Named): Promise<void> {
  await sql`
    delete from license_owners own where account_id = ${id}
      and exists (select from license_owners other where other.license_id = own.license_id and other.account_id <> ${id})`.execute(
    tx,
  );
  const alone = sql`exists (select from license_owners where account_id = ${id} and license_owners.license_id = licenses.id)`;
  const isHers = (owner: ReturnType<typeof sql.ref>) =>
    sql`(lower(${owner}) = ${username} or lower(${owner}) = any(${addresses}::text[]))`;
  await sql`update licenses set key_owner = ${deletedAccount} where ${alone} or ${isHers(sql.ref("key_owner"))}`.execute(
    tx,
  );
  await sql`
    update license_keys set owner = ${deletedAccount}
    where ${isHers(sql.ref("owner"))} or license_id in (select id from licenses where ${alone})`.execute(tx);
}

/** Deletes the account's sessions, grants of apps, devices, restores of access, browsers, mailed secrets, sign-ups and second factor; passkeys are separate. */
export async function eraseCredentials(
  tx: Tx,
  { account_id: id, username, addresses, begun_at: begunAt }: Named,
): Promise<void> {
  await sql`delete from sessions where account_id = ${id} or viewed_by = ${username}`.execute(tx);
  await tx.deleteFrom("app_grants").where("account_id", "=", id).execute();
  await tx.deleteFrom("app_consents").where("account_id", "=", id).execute();
  await tx.deleteFrom("activations").where("account_id", "=", id).execute();
  // The account owns only licenses that nobody else manages; the others were left before.
  await sql`
    delete from activations using license_owners
    where license_owners.account_id = ${id} and activations.license_id = license_owners.license_id and by_key is not null`.execute(
    tx,
  );
  await tx.deleteFrom("access_restores").where("account_id", "=", id).execute();
  await tx.deleteFrom("browsers").where("account_id", "=", id).execute();
  await sql`
    delete from mailed_secrets where account_id = ${id}
      or account_id is null and address_key = any(${addresses}::text[]) and (used_at is not null or expires_at <= ${begunAt})`.execute(
    tx,
  );
  await sql`
    delete from sign_ups where email_key = any(${addresses}::text[]) and (used_at is not null or expires_at <= ${begunAt})`.execute(
    tx,
  );
  await tx.deleteFrom("second_factors").where("account_id", "=", id).execute();
}

/** Deletes requests about the account, and the person from requests that she made for others. */
export async function eraseRequests(tx: Tx, { account_id: id, username }: Named): Promise<void> {
  await tx.deleteFrom("data_exports").where("account_id", "=", id).execute();
  await tx.deleteFrom("not_me_reports").where("account_id", "=", id).execute();
  await tx.deleteFrom("legal_holds").where("account_id", "=", id).execute();
  await tx.updateTable("not_me_reports").set({ closed_by: deletedAccount }).where("closed_by", "=", username).execute();
  await tx.updateTable("legal_holds").set({ set_by: deletedAccount }).where("set_by", "=", username).execute();
  await tx.updateTable("file_imports").set({ staff: deletedAccount }).where("staff", "=", username).execute();
}

/** Deletes jobs that name the person, such as failed mails that wait for an operator. @param schema of the queue. */
export async function eraseJobs(tx: Tx, schema: string, { username, addresses }: Named): Promise<void> {
  const jobs = sql.raw(`${schema}._private_jobs`);
  await sql`
    delete from ${jobs} where locked_at is null and (
      ${username} in (payload ->> 'username', payload ->> 'by', payload ->> 'account')
      or exists (select from unnest(${addresses}::text[]) address where position(address in lower(payload::text)) > 0)
    )`.execute(tx);
}

/** Removes all data from the account's row except its id. */
export async function eraseAccount(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable("accounts")
    .set({
      username: erasedName(accountId),
      email: deletedAccount,
      email_key: deletedAccount.toLowerCase(),
      password_hash: null,
      is_staff: false,
      staff_rights: [],
    })
    .where("id", "=", accountId)
    .execute();
}
