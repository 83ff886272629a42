import { deletedAccount, erasedName } from "@foyer/domain/closed-account";
import { inTransaction } from "@foyer/service-kit/db";
import { sql, type Transaction } from "kysely";
import type { AccountsTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { recordLicenseEvent } from "../licenses/license-events.ts";
import { deletePasskeysOf } from "../passkeys/passkey-store.ts";
import { lockAccount } from "../people/account-store.ts";
import { recordSecurityEvent } from "../security-events/security-events.ts";
import { forgetPasswordTries } from "../sessions/sign-in-guard.ts";
import { type Erasure, lockUnfinished, noteStep } from "./erasure-store.ts";

type Tx = Transaction<AccountsTables>;
type Named = Erasure & { readonly username: string };

/** Some tables are read from end to end; nobody waits for it. */
const PATIENCE = "10min";

/**
 * Takes the person out of every table of this service, in one transaction: all of it is done or nothing.
 *
 * What stays of the account is its id. Doing it twice changes nothing.
 */
export async function eraseRecords(deps: Deps, accountId: string): Promise<void> {
  const { db, clock, database } = deps;
  await inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(PATIENCE)}`.execute(tx);
    const now = clock.now();
    await lockLicenses(tx, accountId);
    const account = await lockAccount(tx, accountId);
    const erasure = await lockUnfinished(tx, accountId);
    if (!account || !erasure || erasure.username === null) return;
    const person = { ...erasure, username: erasure.username };
    await sql`select erase_from_records(${accountId})`.execute(tx);
    await eraseSeats(tx, person, now);
    await eraseLicenses(tx, person);
    await eraseDoors(tx, person);
    await eraseJobs(tx, `${database.schema}_jobs`, person);
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
    await recordSecurityEvent(tx, now, null, { kind: "account.erased", accountId, actor: null });
    await noteStep(tx, accountId, "records_at", now);
  });
}

/** Whoever changes seats locks their licenses first, in the order of their ids. */
async function lockLicenses(tx: Tx, accountId: string): Promise<void> {
  await sql`
    select id from licenses where id in (
      select license_id from license_owners where account_id = ${accountId}
      union select license_id from seats where account_id = ${accountId}
      union select seats.license_id from erasures join seats on seats.email_key = any(erasures.addresses)
        where erasures.account_id = ${accountId} and seats.status = 'pending'
    ) order by id for update`.execute(tx);
}

/** Held seats stay taken until their manager frees them; an invitation to the person is taken back. */
async function eraseSeats(tx: Tx, { account_id: id, addresses }: Named, now: Date): Promise<void> {
  await tx
    .updateTable("seats")
    .set({ username: deletedAccount, email: deletedAccount, email_key: deletedAccount.toLowerCase() })
    .where("account_id", "=", id)
    .execute();
  await tx.updateTable("seats").set({ invited_by: null }).where("invited_by", "=", id).execute();
  if (addresses.length === 0) return;
  const invited = await tx
    .deleteFrom("seats")
    .where("status", "=", "pending")
    .where("email_key", "in", addresses)
    .returning("license_id")
    .execute();
  for (const { license_id: license } of invited) {
    await recordLicenseEvent(tx, now, license, {
      act: "seats.removed",
      by: null,
      byKind: "system",
      details: { count: 1, addresses: [deletedAccount] },
    });
  }
}

/** Where others manage a license too, the account is its manager no more; what it alone has keeps its id. */
async function eraseLicenses(tx: Tx, { account_id: id, username, addresses }: Named): Promise<void> {
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

/** What opened the account, or tried to. */
async function eraseDoors(tx: Tx, { account_id: id, username, addresses, begun_at: begunAt }: Named): Promise<void> {
  await sql`delete from sessions where account_id = ${id} or viewed_by = ${username}`.execute(tx);
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
  await deletePasskeysOf(tx, id);
  await tx.deleteFrom("second_factors").where("account_id", "=", id).execute();
  await tx.deleteFrom("data_exports").where("account_id", "=", id).execute();
  await tx.deleteFrom("not_me_reports").where("account_id", "=", id).execute();
  await tx.deleteFrom("legal_holds").where("account_id", "=", id).execute();
  await tx.updateTable("not_me_reports").set({ closed_by: deletedAccount }).where("closed_by", "=", username).execute();
  await tx.updateTable("legal_holds").set({ set_by: deletedAccount }).where("set_by", "=", username).execute();
  await tx.updateTable("file_imports").set({ staff: deletedAccount }).where("staff", "=", username).execute();
  await forgetPasswordTries(tx, username);
}

/** Mails that could never be sent wait in the queue for somebody who looks after them. */
async function eraseJobs(tx: Tx, schema: string, { username, addresses }: Named): Promise<void> {
  const jobs = sql.raw(`${schema}._private_jobs`);
  await sql`
    delete from ${jobs} where locked_at is null and (
      ${username} in (payload ->> 'username', payload ->> 'by', payload ->> 'account')
      or exists (select from unnest(${addresses}::text[]) address where position(address in lower(payload::text)) > 0)
    )`.execute(tx);
}
