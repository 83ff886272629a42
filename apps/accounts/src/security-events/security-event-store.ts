import type { Queryable } from "@foyer/service-kit/db";
import { type Insertable, sql } from "kysely";
import type { AccountsTables, SecurityEventTable } from "../db/schema.ts";

type Db = Queryable<AccountsTables>;
export type NewEventRow = Insertable<SecurityEventTable>;

/** @param rows one at least. */
export async function insertSecurityEvents(db: Db, rows: readonly NewEventRow[]): Promise<void> {
  await db.insertInto("security_events").values(rows).execute();
}

/** Adds the same event for each of these accounts, each with a target of its own: one statement, however many there are. */
export async function insertEventOfEach(
  db: Db,
  event: Pick<NewEventRow, "at" | "kind" | "actor" | "details">,
  each: readonly { readonly accountId: string; readonly target: string }[],
): Promise<void> {
  await sql`
    insert into security_events (at, kind, account_id, actor, target, details)
    select ${event.at}::timestamptz, ${event.kind}, given.account_id, ${event.actor}, given.target, ${event.details}::jsonb
    from unnest(
      ${each.map(({ accountId }) => accountId)}::text[], ${each.map(({ target }) => target)}::text[]
    ) given (account_id, target)`.execute(db);
}

/** When a session of the account was opened last, as far as the record goes back. */
export async function lastSignIn(db: Db, accountId: string): Promise<Date | null> {
  const row = await db
    .selectFrom("security_events")
    .select("at")
    .where("account_id", "=", accountId)
    .where("kind", "=", "session.opened")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.at ?? null;
}
