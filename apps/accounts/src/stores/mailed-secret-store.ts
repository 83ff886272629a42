import { deleteInSteps } from "@foyer/service-kit/prune-store";
import { addressKey } from "@foyer/domain/addresses";
import { type Selectable, sql } from "kysely";
import type { MailedSecretTable, NumberedPurpose, SecretPurpose } from "../db/mailed-secret-table.ts";
import type { Db } from "../db/schema.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { hashOf, newId } from "../secrets/secret-values.ts";

export type MailedSecret = Selectable<MailedSecretTable>;
type StoredPurpose = MailedSecret["purpose"];

const lifetimeOf: Readonly<Record<SecretPurpose, number>> = {
  sign_up: lifetimes.confirmKey,
  password_reset: lifetimes.passwordReset,
  email_change: lifetimes.emailChange,
  email_undo: lifetimes.emailUndo,
  come_back: lifetimes.comeBack,
  data_export: lifetimes.dataExport,
  contact_undo: lifetimes.contactUndo,
  restore_stop: lifetimes.restoreStop,
  not_me: lifetimes.notMe,
};

/** Number of wrong keys of a sign-up that are checked. */
const KEY_TRIES = 5;

export interface SecretRequest {
  readonly purpose: Exclude<SecretPurpose, "not_me">;
  /** Null only for a sign-up. */
  readonly accountId: string | null;
  /** Recipient of the mail. */
  readonly address: string;
  /** The other address of an address change. */
  readonly otherAddress?: string;
  /** The session that asked for an address change; it stays open when the change is confirmed. */
  readonly sessionId?: string;
  /** When a license's contact was taken over: the license, and the account ids of its previous managers, the contact first. */
  readonly managersBefore?: { readonly licenseId: string; readonly accountIds: readonly string[] };
  /** The restore that the link stops, and the number of this mail. */
  readonly restore?: { readonly id: string; readonly place: number };
}

/**
 * Stores the request for a secret, which is created when its mail is sent. An older secret of the same purpose and account, or
 * address, becomes invalid, except for links that undo a change.
 *
 * @returns its id, for the job that sends it.
 */
export async function requestSecret(db: Db, now: Date, request: SecretRequest): Promise<string> {
  const id = newId("sec");
  const newestOnly = {
    sign_up: sql`on conflict (address_key, purpose) where used_at is null and account_id is null`,
    email_undo: null,
  };
  const newestOfAccount = sql`on conflict (account_id, purpose)
    where used_at is null and account_id is not null and purpose <> 'email_undo'`;
  const { purpose, managersBefore, restore } = request;
  const conflict = purpose === "sign_up" || purpose === "email_undo" ? newestOnly[purpose] : newestOfAccount;
  const replace = sql`${conflict} do update set id = excluded.id, address = excluded.address,
    address_key = excluded.address_key, former_address = excluded.former_address, requested_at = excluded.requested_at,
    secret_hash = null, expires_at = excluded.expires_at, tries = 0, former_managers = excluded.former_managers,
    session_id = excluded.session_id`;
  await sql`
    insert into mailed_secrets (id, purpose, account_id, address, address_key, former_address, requested_at, expires_at,
      license_id, former_managers, session_id, restore_id)
    values (${id}, ${storedPurpose(request)}, ${request.accountId}, ${request.address}, ${addressKey(request.address)},
      ${request.otherAddress ?? null}, ${now}, ${after(now, lifetimeOf[request.purpose])},
      ${managersBefore?.licenseId ?? null}, ${managersBefore?.accountIds ?? null}::text[],
      ${request.sessionId ?? null}, ${restore?.id ?? null})
    ${conflict ? replace : sql``}`.execute(db);
  return id;
}

function storedPurpose({ purpose, managersBefore, restore }: SecretRequest): StoredPurpose {
  if (purpose === "contact_undo") return `contact_undo:${managersBefore?.licenseId ?? ""}`;
  return purpose === "restore_stop" ? `restore_stop:${restore?.id ?? ""}:${restore?.place ?? 0}` : purpose;
}

/** The purpose of a secret, without its number. */
export function purposeOf({ purpose }: Pick<MailedSecret, "purpose">): SecretPurpose {
  if (isNumbered(purpose, "contact_undo")) return "contact_undo";
  if (isNumbered(purpose, "restore_stop")) return "restore_stop";
  return isNumbered(purpose, "not_me") ? "not_me" : purpose;
}

function isNumbered<Purpose extends NumberedPurpose>(
  stored: StoredPurpose,
  purpose: Purpose,
): stored is Extract<StoredPurpose, `${Purpose}:${string}`> {
  return stored.startsWith(`${purpose}:`);
}

const isFor = (purpose: SecretPurpose) => sql<boolean>`split_part(purpose, ':', 1) = ${purpose}`;

/** The request if it is still valid; null when a newer one replaced it, or it was used or withdrawn. */
export async function findRequest(db: Db, id: string): Promise<MailedSecret | null> {
  const row = await db
    .selectFrom("mailed_secrets")
    .selectAll()
    .where("id", "=", id)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** Hash of a key together with its address. People type keys, so case and outer white space are ignored. */
function keyHash(address: string, key: string): Buffer {
  return hashOf(`${addressKey(address)}:${key.trim().toUpperCase()}`);
}

/**
 * Stores the secret just before it is mailed; its lifetime starts now. Returns false when the request is no longer valid.
 *
 * @param lifetime in seconds; null for that of its purpose.
 */
export async function mintSecret(
  db: Db,
  now: Date,
  request: MailedSecret,
  secret: string,
  lifetime: number | null = null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("mailed_secrets")
    .set({
      secret_hash: request.purpose === "sign_up" ? keyHash(request.address, secret) : hashOf(secret),
      expires_at: after(now, lifetime ?? lifetimeOf[purposeOf(request)]),
      tries: 0,
    })
    .where("id", "=", request.id)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const isLive = (now: Date, purpose: SecretPurpose, secret: string) =>
  sql<boolean>`secret_hash = ${hashOf(secret)} and used_at is null and expires_at > ${now} and ${isFor(purpose)}`;

/** Reads a live secret without using it. */
export async function peekSecret(
  db: Db,
  now: Date,
  purpose: SecretPurpose,
  secret: string,
): Promise<MailedSecret | null> {
  const row = await db
    .selectFrom("mailed_secrets")
    .selectAll()
    .where(isLive(now, purpose, secret))
    .executeTakeFirst();
  return row ?? null;
}

/** Marks a secret as used in one statement, so only one of several concurrent uses gets the row. */
export async function consumeSecret(
  db: Db,
  now: Date,
  purpose: SecretPurpose,
  secret: string,
): Promise<MailedSecret | null> {
  const row = await db
    .updateTable("mailed_secrets")
    .set({ used_at: now })
    .where(isLive(now, purpose, secret))
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Uses the key of a sign-up, or counts a wrong one. Five wrong keys invalidate it. */
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

/** Invalidates an account's live secrets of these purposes. */
export async function killSecrets(
  db: Db,
  now: Date,
  accountId: string,
  purposes: readonly Exclude<SecretPurpose, NumberedPurpose>[],
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

/** Invalidates an account's live secrets of all purposes except these. */
export async function killAllSecrets(
  db: Db,
  now: Date,
  accountId: string,
  but: readonly SecretPurpose[],
): Promise<void> {
  await db
    .updateTable("mailed_secrets")
    .set({ used_at: now })
    .where("account_id", "=", accountId)
    .where("used_at", "is", null)
    .where(sql<string>`split_part(purpose, ':', 1)`, "not in", but)
    .execute();
}

/** Invalidates the live links that undo the takeover of a license's contact. */
export async function killContactUndos(db: Db, now: Date, licenseId: string, requestedSince?: Date): Promise<void> {
  let query = db
    .updateTable("mailed_secrets")
    .set({ used_at: now })
    .where("license_id", "=", licenseId)
    .where("used_at", "is", null);
  if (requestedSince) query = query.where("requested_at", ">=", requestedSince);
  await query.execute();
}

/** Deletes every unused secret and sign-up. @returns their number. */
export async function deleteUnusedSecrets(db: Db): Promise<number> {
  const mailed = await db.deleteFrom("mailed_secrets").where("used_at", "is", null).executeTakeFirst();
  const signUps = await db.deleteFrom("sign_ups").where("used_at", "is", null).executeTakeFirst();
  return Number(mailed.numDeletedRows + signUps.numDeletedRows);
}

/** Deletes expired secrets and sign-ups. */
export async function pruneSecrets(db: Db, before: Date): Promise<void> {
  await deleteInSteps(db, "mailed_secrets", sql`expires_at < ${before}`);
  await deleteInSteps(db, "sign_ups", sql`expires_at < ${before}`);
}
