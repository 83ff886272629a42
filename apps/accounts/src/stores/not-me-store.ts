import type { AccountEventKind } from "@foyer/contract/account-events";
import { addressKey } from "@foyer/domain/addresses";
import { type Selectable, sql } from "kysely";
import type { AccountsTables, Db, Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { after, lifetimes } from "../lifetimes.ts";
import type { MailedSecret } from "./mailed-secret-store.ts";
import { findOpenAccountAt } from "./account-store.ts";
import { hashOf, newId, newMailedToken } from "../secrets/secret-values.ts";

export type NotMeReport = Selectable<AccountsTables["not_me_reports"]>;

/** The secret of a mail with "This was not me". */
export type NotMeSecret = MailedSecret & { readonly account_id: string; readonly about: AccountEventKind };

/**
 * Creates the "This was not me" link of one event just before its mail is sent, so that only the mail has it. Each mail gets a
 * separate link, valid for 7 days; a mail that is sent again gets another.
 */
export async function newNotMeLink(
  { db, clock, config }: Pick<Deps, "db" | "clock" | "config">,
  told: {
    readonly accountId: string;
    /** Recipient of the mail. */
    readonly address: string;
    readonly kind: AccountEventKind;
    /** When the event happened. */
    readonly at: Date;
  },
): Promise<string> {
  const id = newId("sec");
  const secret = newMailedToken();
  await db
    .insertInto("mailed_secrets")
    .values({
      id,
      purpose: `not_me:${id}`,
      account_id: told.accountId,
      address: told.address,
      address_key: addressKey(told.address),
      former_address: null,
      requested_at: told.at,
      secret_hash: hashOf(secret),
      expires_at: after(clock.now(), lifetimes.notMe),
      used_at: null,
      about: told.kind,
    })
    .execute();
  return `${config.publicOrigin}/not-me?token=${secret}`;
}

/**
 * Creates the same link for the owner of the open account at that address; null when there is none.
 *
 * @param at when it happened, if the job knows it; now by default.
 */
export async function notMeLinkAt(
  deps: Pick<Deps, "db" | "clock" | "config">,
  address: string,
  kind: AccountEventKind,
  at?: string,
): Promise<string | null> {
  const account = await findOpenAccountAt(deps.db, addressKey(address));
  const time = at === undefined ? deps.clock.now() : new Date(at);
  return account && newNotMeLink(deps, { accountId: account.id, address, kind, at: time });
}

/** The secret, used or not, unless it has expired. */
export async function findNotMe(db: Db, now: Date, token: string): Promise<NotMeSecret | null> {
  const row = await db
    .selectFrom("mailed_secrets")
    .selectAll()
    .where("secret_hash", "=", hashOf(token))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  // The constraint `mailed_secret_is_about` guarantees both columns for this purpose.
  return row?.account_id && row.about ? { ...row, account_id: row.account_id, about: row.about } : null;
}

/** The live links that restore an earlier address of the account, oldest first. */
export async function liveUndos(db: Db, now: Date, accountId: string): Promise<MailedSecret[]> {
  return db
    .selectFrom("mailed_secrets")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("purpose", "=", "email_undo")
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .orderBy("requested_at")
    .execute();
}

/** True when the owner disowned an event of the account at that time or later. */
export async function wasDisownedSince(db: Db, accountId: string, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom("not_me_reports")
    .select("id")
    .where("account_id", "=", accountId)
    .where("at", ">=", since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores a report. @returns the id of the new task for the staff. */
export async function insertReport(
  tx: Tx,
  report: Pick<NotMeReport, "account_id" | "at" | "event" | "event_at" | "by_link">,
): Promise<string> {
  const id = newId("rep");
  await tx
    .insertInto("not_me_reports")
    .values({ id, ...report })
    .execute();
  return id;
}

export type NamedReport = NotMeReport & { readonly username: string };

const named = (db: Db) =>
  db
    .selectFrom("not_me_reports")
    .innerJoin("accounts", "accounts.id", "not_me_reports.account_id")
    .selectAll("not_me_reports")
    .select("accounts.username");

export async function findReport(db: Db, id: string): Promise<NamedReport | null> {
  return (await named(db).where("not_me_reports.id", "=", id).executeTakeFirst()) ?? null;
}

/** Open reports before closed ones, each newest first. */
export async function newestReports(db: Db, limit: number): Promise<NamedReport[]> {
  return named(db)
    .orderBy(sql`not_me_reports.closed_at is not null`)
    .orderBy("at", "desc")
    .orderBy("not_me_reports.id")
    .limit(limit)
    .execute();
}

export async function countOpenReports(db: Db): Promise<number> {
  const { open } = await db
    .selectFrom("not_me_reports")
    .select(({ fn }) => fn.countAll<string>().as("open"))
    .where("closed_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(open);
}

/** Closes a report. @returns the account name that it is about; null when it is unknown or already closed. */
export async function closeReportOf(tx: Tx, now: Date, id: string, staff: string): Promise<string | null> {
  const { rows } = await sql<{ username: string }>`
    update not_me_reports set closed_at = ${now}, closed_by = ${staff} from accounts
    where not_me_reports.id = ${id} and not_me_reports.closed_at is null and accounts.id = account_id
    returning accounts.username`.execute(tx);
  return rows[0]?.username ?? null;
}
