import { type Insertable, type RawBuilder, sql } from "kysely";
import type { Db, SecurityEventTable } from "../db/schema.ts";

export type NewEventRow = Insertable<SecurityEventTable>;

/** Inserts events. @param rows at least one. */
export async function insertSecurityEvents(db: Db, rows: readonly NewEventRow[]): Promise<void> {
  await db.insertInto("security_events").values(rows).execute();
}

/** Inserts an event within a statement that does other work. @param source tables of that statement, with a row if the event is due. */
export const insertEventSql = (event: NewEventRow, source: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    insert into security_events (at, kind, account_id, actor, target, ip, request_id, details)
    select ${event.at}::timestamptz, ${event.kind}, ${event.account_id}, ${event.actor}, ${event.target},
      ${event.ip}, ${event.request_id}, ${event.details}::jsonb from ${source}`;

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
