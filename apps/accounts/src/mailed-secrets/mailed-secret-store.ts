import { addressKey } from "@foyer/domain/addresses";
import type { Queryable } from "@foyer/service-kit/db";
import { type Selectable, sql } from "kysely";
import type { AccountsTables, MailedSecretTable, SecretPurpose } from "../db/schema.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { hashOf, newId } from "../secrets/secret-values.ts";

type Db = Queryable<AccountsTables>;
export type MailedSecret = Selectable<MailedSecretTable>;

const lifetimeOf: Readonly<Record<SecretPurpose, number>> = {
  sign_up: lifetimes.confirmKey,
  password_reset: lifetimes.passwordReset,
  email_change: lifetimes.emailChange,
  email_undo: lifetimes.emailUndo,
};

/** Wrong keys of a sign-up that are looked at. */
const KEY_TRIES = 5;

export interface SecretRequest {
  readonly purpose: SecretPurpose;
  /** Null for a sign-up alone. */
  readonly accountId: string | null;
  /** Where the mail goes. */
  readonly address: string;
  /** The other address of a change. */
  readonly otherAddress?: string;
}

/**
 * Makes room for a secret that will be made when its mail is sent. An older one of the same purpose and account, or
 * address, dies with it; links that undo a change live side by side.
 *
 * @returns its id, for the job that sends it.
 */
export async function requestSecret(db: Db, now: Date, request: SecretRequest): Promise<string> {
  const id = newId("sec");
  const newestOnly = {
    sign_up: sql`on conflict (address_key, purpose) where used_at is null and account_id is null`,
    password_reset: sql`on conflict (account_id, purpose)
      where used_at is null and account_id is not null and purpose <> 'email_undo'`,
    email_undo: null,
  };
  const conflict = newestOnly[request.purpose === "email_change" ? "password_reset" : request.purpose];
  const replace = sql`${conflict} do update set id = excluded.id, address = excluded.address,
    address_key = excluded.address_key, former_address = excluded.former_address, requested_at = excluded.requested_at,
    secret_hash = null, expires_at = excluded.expires_at, tries = 0`;
  await sql`
    insert into mailed_secrets (id, purpose, account_id, address, address_key, former_address, requested_at, expires_at)
    values (${id}, ${request.purpose}, ${request.accountId}, ${request.address}, ${addressKey(request.address)},
      ${request.otherAddress ?? null}, ${now}, ${after(now, lifetimeOf[request.purpose])})
    ${conflict ? replace : sql``}`.execute(db);
  return id;
}

/** The request as long as it is wanted: null when a newer one took its place, or it was used or taken back. */
export async function findRequest(db: Db, id: string): Promise<MailedSecret | null> {
  const row = await db
    .selectFrom("mailed_secrets")
    .selectAll()
    .where("id", "=", id)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** A key is bound to its address, and typed by people: case and outer white space do not count. */
function keyHash(address: string, key: string): Buffer {
  return hashOf(`${addressKey(address)}:${key.trim().toUpperCase()}`);
}

/** Gives the request its secret, just before it is mailed; its time counts from now. False when it is not wanted any more. */
export async function mintSecret(db: Db, now: Date, request: MailedSecret, secret: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("mailed_secrets")
    .set({
      secret_hash: request.purpose === "sign_up" ? keyHash(request.address, secret) : hashOf(secret),
      expires_at: after(now, lifetimeOf[request.purpose]),
      tries: 0,
    })
    .where("id", "=", request.id)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Looks at a live secret without using it up. */
export async function peekSecret(
  db: Db,
  now: Date,
  purpose: SecretPurpose,
  secret: string,
): Promise<MailedSecret | null> {
  const row = await db
    .selectFrom("mailed_secrets")
    .selectAll()
    .where("secret_hash", "=", hashOf(secret))
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row ?? null;
}

/** Uses a secret up, in one statement: of any number of uses at once, one gets the row. */
export async function consumeSecret(
  db: Db,
  now: Date,
  purpose: SecretPurpose,
  secret: string,
): Promise<MailedSecret | null> {
  const row = await db
    .updateTable("mailed_secrets")
    .set({ used_at: now })
    .where("secret_hash", "=", hashOf(secret))
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Uses the key of a sign-up up, or counts a wrong one. After five wrong ones the key is dead. */
export async function consumeKey(
  db: Db,
  now: Date,
  address: string,
  key: string,
): Promise<MailedSecret | "wrong" | "dead"> {
  const hash = keyHash(address, key);
  const { rows } = await sql<MailedSecret>`
    update mailed_secrets set
      tries = case when secret_hash = ${hash} then tries else tries + 1 end,
      used_at = case when secret_hash = ${hash} then ${now}::timestamptz end
    where purpose = 'sign_up' and address_key = ${addressKey(address)} and used_at is null
      and secret_hash is not null and expires_at > ${now} and tries < ${KEY_TRIES}
    returning *`.execute(db);
  const [row] = rows;
  if (row) return row.used_at === null ? "wrong" : row;
  const earlier = await db
    .selectFrom("mailed_secrets")
    .select("id")
    .where("purpose", "=", "sign_up")
    .where("address_key", "=", addressKey(address))
    .where("secret_hash", "is not", null)
    .executeTakeFirst();
  return earlier ? "dead" : "wrong";
}

/** Kills the live secrets of an account, of these purposes. */
export async function killSecrets(
  db: Db,
  now: Date,
  accountId: string,
  purposes: readonly SecretPurpose[],
  requestedSince?: Date,
): Promise<void> {
  let query = db
    .updateTable("mailed_secrets")
    .set({ used_at: now })
    .where("account_id", "=", accountId)
    .where("purpose", "in", purposes)
    .where("used_at", "is", null);
  if (requestedSince) query = query.where("requested_at", ">=", requestedSince);
  await query.execute();
}

/** Drops secrets and sign-ups that nobody can use any more. */
export async function pruneSecrets(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("mailed_secrets").where("expires_at", "<", before).execute();
  await db.deleteFrom("sign_ups").where("expires_at", "<", before).execute();
}
