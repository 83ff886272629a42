import { deleteInSteps } from "@foyer/service-kit/prune-store";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/schema.ts";
import { after } from "../lifetimes.ts";

/** Number of tries of a key, and the delays after them. */
export interface TryLimits {
  /** Tries within `windowSeconds` without a delay. */
  readonly free: number;
  readonly windowSeconds: number;
  /** First delay; doubles with each further try. */
  readonly firstDelaySeconds: number;
  readonly delaySecondsMax: number;
  /** From this number of tries on, the delay is `daySeconds`. */
  readonly hardCap: number;
  readonly daySeconds: number;
}

/** The result of `countTry`. */
export interface Counted {
  /** False, and nothing is counted, when the network has no room. */
  readonly for_network: boolean;
  /** False when the key is blocked. */
  readonly for_key: boolean;
}

/**
 * Counts one try of a key and, by `opening`, one of its network, and reads a row, in one statement.
 *
 * The commit does not wait for the disk. An answer that depends on the password follows a later commit, which waits. The
 * database writes its log in order, so a crash loses no try that got such an answer.
 *
 * @param opening an `insert` that returns a row if it counts the network's try.
 * @param reading a `select` of at most one row; its columns are null when there is none.
 */
export async function countTry<Row>(
  db: Db,
  key: string,
  now: Date,
  limits: TryLimits,
  { opening, reading }: { readonly opening: RawBuilder<unknown>; readonly reading: RawBuilder<Row> },
): Promise<Counted & Row> {
  const forgotten = sql`held.last_try_at <= case when held.tries >= ${limits.free}
    then ${after(now, -limits.daySeconds)}::timestamptz else ${after(now, -limits.windowSeconds)}::timestamptz end`;
  const delay = sql`case when held.tries + 1 >= ${limits.hardCap} then ${limits.daySeconds}
    else least(${limits.delaySecondsMax}, ${limits.firstDelaySeconds} * power(2, least(held.tries + 1 - ${limits.free}, 20))) end`;
  const { rows } = await sql<Counted & Row>`
    with opened as (${opening}), counted as (
      insert into sign_in_guards as held (key, tries, last_try_at) select ${key}, 1, ${now}::timestamptz from opened
      on conflict (key) do update set
        tries = case when ${forgotten} then 1 else held.tries + 1 end,
        last_try_at = ${now},
        blocked_until = case when ${forgotten} or held.tries + 1 < ${limits.free} then null
          else ${now}::timestamptz + make_interval(secs => ${delay}) end
      where held.blocked_until is null or held.blocked_until <= ${now}
      returning 1
    )
    select exists (select from opened) as for_network, exists (select from counted) as for_key, found.*,
      set_config('synchronous_commit', 'off', true)
    from (values (1)) one left join (${reading}) found on true`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("the statement returns one row");
  return row;
}

/** Until when a key is blocked; null when it is not. */
export async function blockedUntil(db: Db, key: string): Promise<Date | null> {
  const row = await db.selectFrom("sign_in_guards").select("blocked_until").where("key", "=", key).executeTakeFirst();
  return row?.blocked_until ?? null;
}

/** Takes one try of a key back, with its delay. */
export async function takeTryBack(db: Db, key: string): Promise<void> {
  await sql`update sign_in_guards set tries = greatest(tries - 1, 0), blocked_until = null where key = ${key}`.execute(
    db,
  );
}

/** Deletes all tries of a key: a `delete`, for use in a larger statement. @param when a further condition. */
const forgetTriesSql = (key: string, when: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`delete from sign_in_guards where key = ${key} and ${when}`;

/** Replaces the statement that counts a network's try, if the network has no limit. */
export const hasNoLimit: RawBuilder<unknown> = sql`select 1`;
/** Replaces the row to read. */
export const readsNothing: RawBuilder<unknown> = sql`select where false`;
/** Replaces further common table expressions. */
export const nothingFurther: RawBuilder<unknown> = sql``;

/**
 * Deletes all tries of a key and takes the network's try back, as common table expressions after a comma.
 *
 * @param giving takes the network's try back: an `update`; null when there is none.
 * @param when a further condition.
 */
export function endTrySql(
  key: string,
  giving: RawBuilder<unknown> | null,
  when: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const forgetting = forgetTriesSql(key, when);
  if (giving === null) return sql`, forgotten as (${forgetting})`;
  // The network's row is locked first, as in `countTry`, to prevent deadlocks.
  return sql`, given_back as (${giving} returning 1),
    forgotten as (${forgetting} and (select count(*) from given_back) >= 0)`;
}

/** Deletes all tries of a key. */
export async function forgetTries(db: Db, key: string): Promise<void> {
  await forgetTriesSql(key, sql`true`).execute(db);
}

/** Deletes the tries of every key without a try since that time. */
export async function pruneTries(db: Db, before: Date): Promise<void> {
  await deleteInSteps(db, "sign_in_guards", sql`last_try_at < ${before}`);
}
