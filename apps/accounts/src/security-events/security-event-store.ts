import type { Queryable } from "@foyer/service-kit/db";
import { type Insertable, sql } from "kysely";
import type { AccountsTables, SecurityEventTable } from "../db/schema.ts";

type Db = Queryable<AccountsTables>;
export type NewEventRow = Insertable<SecurityEventTable>;

/** Inserts events. @param rows at least one. */
export async function insertSecurityEvents(db: Db, rows: readonly NewEventRow[]): Promise<void> {
  await db.insertInto("security_events").values(rows).execute();
}

/** Inserts the same event for each of these accounts with separate targets, in one statement. */
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

/** When a session of the account was last opened, as far as the record reaches. */
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
