import { deleteInSteps } from "./prune-store.ts";
import { type RawBuilder, sql } from "kysely";
import type { AnyQueryable } from "./db.ts";

/** A limit of tries since `windowStart`; the next try deletes earlier ones. */
export interface Window {
  readonly limit: number;
  readonly windowStart: Date;
}

/** Counts one try, even over the limit. @returns the tries of the window, and when it began. */
export async function countTry(
  db: AnyQueryable,
  key: string,
  now: Date,
  windowStart: Date,
): Promise<{ readonly tries: number; readonly window_started_at: Date } | null> {
  const { rows } = await sql<{ tries: number; window_started_at: Date }>`
    insert into rate_limits as held (key, window_started_at, tries) values (${key}, ${now}, 1)
    on conflict (key) do update set
      tries = case when held.window_started_at <= ${windowStart} then 1 else held.tries + 1 end,
      window_started_at = case when held.window_started_at <= ${windowStart} then ${now} else held.window_started_at end
    returning tries, window_started_at`.execute(db);
  return rows[0] ?? null;
}

/** Counts one try of each of these keys that is below the limit, in one statement. @returns those keys. */
export async function countWhereRoom(
  db: AnyQueryable,
  keys: ReadonlySet<string>,
  now: Date,
  { limit, windowStart }: Window,
): Promise<string[]> {
  // Locks rows in one order, to prevent deadlocks.
  const { rows } = await sql<{ key: string }>`
    insert into rate_limits as held (key, window_started_at, tries)
    select key, ${now}, 1 from unnest(${[...keys].toSorted()}::text[]) as given (key)
    on conflict (key) do update set
      tries = case when held.window_started_at <= ${windowStart} then 1 else held.tries + 1 end,
      window_started_at = case when held.window_started_at <= ${windowStart} then ${now} else held.window_started_at end
    where held.window_started_at <= ${windowStart} or held.tries < ${limit}
    returning key`.execute(db);
  return rows.map(({ key }) => key);
}

/**
 * Counts a try with an open result: an `insert` that returns one row, or none when over the limit. For use in a larger statement.
 *
 * @param openUntil when its process counts as dead.
 */
export function openTrySql(
  key: string,
  now: Date,
  { limit, windowStart, openUntil }: Window & { readonly openUntil: Date },
): RawBuilder<unknown> {
  const live = sql`case when held.under_way_until > ${now} then held.under_way else 0 end`;
  // Open tries of dead processes were no failures; open ones of the previous window may become failures of this one.
  const tries = sql`case when held.window_started_at <= ${windowStart} then ${live}
    else held.tries - held.under_way + ${live} end`;
  return sql`
    insert into rate_limits as held (key, window_started_at, tries, under_way, under_way_until)
    values (${key}, ${now}, 1, 1, ${openUntil})
    on conflict (key) do update set
      tries = ${tries} + 1,
      under_way = ${live} + 1,
      under_way_until = ${openUntil},
      window_started_at = case when held.window_started_at <= ${windowStart} then ${now} else held.window_started_at end
    where ${tries} < ${limit}
    returning 1`;
}

/** The failed tries of a key, and when their window began. */
export async function failuresOf(
  db: AnyQueryable,
  key: string,
): Promise<{ readonly failures: number; readonly window_started_at: Date } | null> {
  const { rows } = await sql<{ failures: number; window_started_at: Date }>`
    select tries - under_way as failures, window_started_at from rate_limits where key = ${key}`.execute(db);
  return rows[0] ?? null;
}

/** Records that an open try has failed; it stays counted. */
export async function closeTry(db: AnyQueryable, key: string): Promise<void> {
  await sql`update rate_limits set under_way = greatest(under_way - 1, 0) where key = ${key}`.execute(db);
}

/** Takes a try back, open or closed: an `update`, for use in a larger statement. @param when a further condition. */
export const takeTryBackSql = (key: string, isOpen: boolean, when: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`update rate_limits set tries = greatest(tries - 1, 0), under_way = greatest(under_way - ${isOpen ? 1 : 0}, 0)
    where key = ${key} and ${when}`;

/** Takes a try back, open or closed. */
export async function takeTryBack(db: AnyQueryable, key: string, isOpen: boolean): Promise<void> {
  await takeTryBackSql(key, isOpen, sql`true`).execute(db);
}

/** Deletes the keys with windows that began before that time. */
export async function pruneTries(db: AnyQueryable, before: Date): Promise<void> {
  await deleteInSteps(db, "rate_limits", sql`window_started_at < ${before}`);
}
