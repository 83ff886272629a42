import type { Queryable } from "@foyer/service-kit/db";
import { type Selectable, sql } from "kysely";
import type { BrowserTable } from "../db/browser-table.ts";
import type { AccountsTables } from "../db/schema.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { type Credential, OPEN } from "../people/account-store.ts";
import { newId } from "../secrets/secret-values.ts";

type Db = Queryable<AccountsTables>;
export type Browser = Selectable<BrowserTable>;

/** Browsers of one account; beyond them the ones that never came back go first. */
const BROWSERS_MAX = 20;
/** Networks that are remembered of a browser. */
const NETWORKS_MAX = 10;

/** The browser, of those that these secrets belong to, that has signed in to the account. */
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

/** Which of these secrets belong to a browser of any account, the last seen first. */
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

/** Holds the account as it was proved until the transaction ends; false when its credential has changed, or it was closed. */
export async function holdCredential(tx: Db, { id, credential_version: version }: Credential): Promise<boolean> {
  const { rows } = await sql`
    select from accounts where id = ${id} and credential_version = ${version} and state = ${OPEN} for share`.execute(
    tx,
  );
  return rows.length > 0;
}

/** A sign-in, as it is noted with its browser. */
export interface Sighting {
  readonly at: Date;
  readonly ip: string;
  readonly network: string;
  readonly userAgent: string;
}

/**
 * Notes a sign-in from a known browser.
 *
 * @param trustedVersion where trust takes the place of a code: the credential's version, with which it must hold still.
 * @returns null where the browser is known no more, or the trust holds no more; then nothing is noted.
 */
export async function seeBrowser(
  tx: Db,
  accountId: string,
  secretHashes: readonly Buffer[],
  { at, ip, network, userAgent }: Sighting,
  trustedVersion?: number,
): Promise<Pick<Browser, "id" | "secret_hash"> | null> {
  if (secretHashes.length === 0) return null;
  const holds =
    trustedVersion === undefined ? sql`true` : sql`trusted_until > ${at} and trusted_version = ${trustedVersion}`;
  const { rows } = await sql<Pick<Browser, "id" | "secret_hash">>`
    update browsers set last_seen_at = ${at}, ip = ${ip}, user_agent = ${userAgent},
      networks = (array_prepend(${network}::text, array_remove(networks, ${network}::text)))[1:${sql.lit(NETWORKS_MAX)}]
    where id = (
        select id from browsers where account_id = ${accountId} and secret_hash in (${sql.join(secretHashes)})
          and last_seen_at > ${after(at, -lifetimes.knownBrowser)} order by last_seen_at desc limit 1
      )
      and secret_hash is not null and ${holds}
    returning id, secret_hash`.execute(tx);
  return rows[0] ?? null;
}

/** Adds a browser; where the account has too many, those that never came back go first, then the longest unseen. */
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
  // Two sign-ins at once drop different rows, or leave one for the next.
  await sql`
    delete from browsers where id in (
      select id from browsers where account_id = ${accountId} and id <> ${id}
      order by coalesce(trusted_until > ${at}, false) desc, last_seen_at > first_seen_at desc, last_seen_at desc
      offset ${sql.lit(BROWSERS_MAX - 1)} for update skip locked
    )`.execute(tx);
  return id;
}

/** Whether somebody signed in to the account before, and whether from that network. */
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

/** From now on the browser's owner signs in without a code, for 30 days and as long as the credential has that version. */
export async function giveTrust(tx: Db, id: string, now: Date, version: number): Promise<void> {
  await tx
    .updateTable("browsers")
    .set({ trusted_until: after(now, lifetimes.trustedBrowser), trusted_version: version })
    .where("id", "=", id)
    .execute();
}

const untrusted = { trusted_until: null, trusted_version: null } as const;

/** Ends the trust in one browser of the account. @returns whether there was any. */
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

/** Browsers in which the account's owner needs no code now, the last seen first. */
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
 * Has the account's browsers be strangers from now on, whose tries are everybody's: a thief may have made some his own.
 * Where they stand is still known.
 *
 * @param exceptOf a session whose browser stays known.
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

/** The same for all accounts. */
export async function forgetAllBrowsers(db: Db): Promise<void> {
  await db
    .updateTable("browsers")
    .set({ ...untrusted, secret_hash: null })
    .execute();
}

/** Drops browsers that have not signed in for so long that their cookies are gone. */
export async function pruneBrowsers(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("browsers").where("last_seen_at", "<", after(now, -lifetimes.knownBrowser)).execute();
}
