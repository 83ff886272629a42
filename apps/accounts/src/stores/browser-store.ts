import { deleteInSteps } from "@foyer/service-kit/prune-store";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { BrowserTable } from "../db/browser-table.ts";
import type { Db } from "../db/schema.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { type Credential, OPEN } from "./account-store.ts";
import { newId } from "../secrets/secret-values.ts";

export type Browser = Selectable<BrowserTable>;

/** Maximum number of browsers of one account. Those that signed in only once are deleted first. */
const BROWSERS_MAX = 20;
/** Maximum number of networks stored for a browser. */
const NETWORKS_MAX = 10;

/** The browser with one of these secrets that has signed in to the account. */
export async function findBrowserOf(
  db: Db,
  username: string,
  secretHashes: readonly Buffer[],
  now: Date,
): Promise<Browser | null> {
  if (secretHashes.length === 0) return null;
  const row = await db
    .selectFrom("browsers")
    .innerJoin("accounts", "accounts.id", "browsers.account_id")
    .selectAll("browsers")
    .where("accounts.username", "=", username)
    .where("secret_hash", "in", secretHashes)
    .where("last_seen_at", ">", after(now, -lifetimes.knownBrowser))
    .orderBy("last_seen_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Those of these secrets that belong to a browser of any account, the most recently seen first. */
export async function knownAmong(db: Db, secretHashes: readonly Buffer[]): Promise<Buffer[]> {
  if (secretHashes.length === 0) return [];
  const rows = await db
    .selectFrom("browsers")
    .select("secret_hash")
    .where("secret_hash", "in", secretHashes)
    .orderBy("last_seen_at", "desc")
    .execute();
  return rows.flatMap(({ secret_hash: hash }) => hash ?? []);
}

/** Locks the account for share until the transaction ends. Returns false when its credential has changed or it was closed. */
export async function holdCredential(tx: Db, { id, credential_version: version }: Credential): Promise<boolean> {
  const { rows } = await sql`
    select from accounts where id = ${id} and credential_version = ${version} and state = ${OPEN} for share`.execute(
    tx,
  );
  return rows.length > 0;
}

/** A sign-in, as stored with its browser. */
export interface Sighting {
  readonly at: Date;
  readonly ip: string;
  readonly network: string;
  readonly userAgent: string;
}

/**
 * Records a sign-in from a known browser.
 *
 * @param trustedVersion set when trust replaced the code: the credential's version, for which the trust must still be valid.
 * @returns null when the browser is no longer known or the trust is no longer valid; then nothing is recorded.
 */
export async function seeBrowser(
  tx: Db,
  accountId: string,
  secretHashes: readonly Buffer[],
  sighting: Sighting,
  trustedVersion?: number,
): Promise<Pick<Browser, "id" | "secret_hash"> | null> {
  if (secretHashes.length === 0) return null;
  const holds =
    trustedVersion === undefined
      ? sql`true`
      : sql`trusted_until > ${sighting.at} and trusted_version = ${trustedVersion}`;
  const known = sql`
    select id from browsers where account_id = ${accountId} and secret_hash in (${sql.join(secretHashes)})
      and last_seen_at > ${after(sighting.at, -lifetimes.knownBrowser)} order by last_seen_at desc limit 1`;
  const { rows } = await sql<Pick<Browser, "id" | "secret_hash">>`${seeBrowserSql(known, sighting)} and ${holds}
    returning id, secret_hash`.execute(tx);
  return rows[0] ?? null;
}

/** Records a sign-in from a browser that is still known: an `update`. @param id SQL of its id. */
export const seeBrowserSql = (
  id: RawBuilder<unknown>,
  { at, ip, network, userAgent }: Sighting,
): RawBuilder<unknown> => sql`
    update browsers set last_seen_at = ${at}, ip = ${ip}, user_agent = ${userAgent},
      networks = (array_prepend(${network}::text, array_remove(networks, ${network}::text)))[1:${sql.lit(NETWORKS_MAX)}]
    where id = (${id}) and secret_hash is not null`;

/** Adds a browser. If the account has too many, deletes those that signed in only once, then the longest unseen. */
export async function insertBrowser(
  tx: Db,
  accountId: string,
  { at, ip, network, userAgent }: Sighting,
  secretHash: Buffer | null,
): Promise<string> {
  const id = newId("brw");
  const row = { id, account_id: accountId, secret_hash: secretHash, first_seen_at: at, last_seen_at: at };
  await tx
    .insertInto("browsers")
    .values({ ...row, user_agent: userAgent, ip, networks: [network], trusted_until: null, trusted_version: null })
    .execute();
  await deleteSurplusSql(accountId, id, at).execute(tx);
  return id;
}

/** Deletes the account's browsers over the limit, and never `except`. Two concurrent sign-ins may leave one for the next sign-in. */
export const deleteSurplusSql = (accountId: string, except: string, at: Date): RawBuilder<unknown> => sql`
    delete from browsers where id in (
      select id from browsers where account_id = ${accountId} and id <> ${except}
      order by coalesce(trusted_until > ${at}, false) desc, last_seen_at > first_seen_at desc, last_seen_at desc
      offset ${sql.lit(BROWSERS_MAX - 1)} for update skip locked
    )`;

/** Whether the account had an earlier sign-in, and whether one came from that network. */
export async function placesOf(
  db: Db,
  accountId: string,
  network: string,
): Promise<{ hasSignedIn: boolean; isKnown: boolean }> {
  const { rows } = await sql<{ has_signed_in: boolean; is_known: boolean }>`
    select count(*) > 0 as has_signed_in, coalesce(bool_or(${network} = any(networks)), false) as is_known
    from browsers where account_id = ${accountId}`.execute(db);
  return { hasSignedIn: rows[0]?.has_signed_in ?? false, isKnown: rows[0]?.is_known ?? false };
}

/** Trusts the browser for 30 days, as long as the credential has that version: its owner signs in without a code. */
export async function giveTrust(tx: Db, id: string, now: Date, version: number): Promise<void> {
  await tx
    .updateTable("browsers")
    .set({ trusted_until: after(now, lifetimes.trustedBrowser), trusted_version: version })
    .where("id", "=", id)
    .execute();
}

const untrusted = { trusted_until: null, trusted_version: null } as const;

/** Ends the trust in one browser of the account. @returns false when it was not trusted. */
export async function endTrustIn(db: Db, accountId: string, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("browsers")
    .set(untrusted)
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .where("trusted_until", ">", now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends the trust in all browsers of the account. */
export async function endTrustOf(db: Db, accountId: string): Promise<void> {
  await db
    .updateTable("browsers")
    .set(untrusted)
    .where("account_id", "=", accountId)
    .where("trusted_until", "is not", null)
    .execute();
}

/** Ends the trust in the browser of a session. */
export async function endTrustOfSession(db: Db, sessionId: string): Promise<void> {
  await db
    .updateTable("browsers")
    .set(untrusted)
    .where("trusted_until", "is not", null)
    .where("id", "=", (session) => session.selectFrom("sessions").select("browser_id").where("id", "=", sessionId))
    .execute();
}

/** Browsers in which the account's owner needs no code at present, the most recently seen first. */
export async function trustedBrowsersOf(db: Db, accountId: string, now: Date): Promise<Browser[]> {
  return db
    .selectFrom("browsers")
    .innerJoin("accounts", "accounts.id", "browsers.account_id")
    .selectAll("browsers")
    .where("account_id", "=", accountId)
    .where("trusted_until", ">", now)
    .whereRef("trusted_version", "=", "accounts.credential_version")
    .orderBy("last_seen_at", "desc")
    .execute();
}

/**
 * Makes the account's browsers unknown, so that they share the common password tries: a thief may have signed in from some. Their
 * networks stay known.
 *
 * @param exceptOf a session with a browser that stays known.
 */
export async function forgetBrowsersOf(db: Db, accountId: string, exceptOf?: string): Promise<void> {
  await db
    .updateTable("browsers")
    .set({ ...untrusted, secret_hash: null })
    .where("account_id", "=", accountId)
    .where("id", "not in", (session) =>
      session
        .selectFrom("sessions")
        .select("browser_id")
        .where("id", "=", exceptOf ?? "")
        .where("browser_id", "is not", null)
        .$castTo<{ browser_id: string }>(),
    )
    .execute();
}

/** Makes the browsers of all accounts unknown. */
export async function forgetAllBrowsers(db: Db): Promise<void> {
  await db
    .updateTable("browsers")
    .set({ ...untrusted, secret_hash: null })
    .execute();
}

/** Deletes browsers that have not signed in for so long that their cookies have expired. */
export async function pruneBrowsers(db: Db, now: Date): Promise<void> {
  await deleteInSteps(db, "browsers", sql`last_seen_at < ${after(now, -lifetimes.knownBrowser)}`);
}
