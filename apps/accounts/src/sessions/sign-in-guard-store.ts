import type { Queryable } from "@foyer/service-kit/db";
import { sql } from "kysely";
import type { AccountsTables } from "../db/schema.ts";
import { after } from "../lifetimes.ts";

type Db = Queryable<AccountsTables>;

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

/** Counts one try in one statement. @returns false, and counts nothing, when the key is blocked. */
export async function countTry(db: Db, key: string, now: Date, limits: TryLimits): Promise<boolean> {
  const forgotten = sql`held.last_try_at <= case when held.tries >= ${limits.free}
    then ${after(now, -limits.daySeconds)}::timestamptz else ${after(now, -limits.windowSeconds)}::timestamptz end`;
  const delay = sql`case when held.tries + 1 >= ${limits.hardCap} then ${limits.daySeconds}
    else least(${limits.delaySecondsMax}, ${limits.firstDelaySeconds} * power(2, least(held.tries + 1 - ${limits.free}, 20))) end`;
  const { rows } = await sql`
    insert into sign_in_guards as held (key, tries, last_try_at) values (${key}, 1, ${now})
    on conflict (key) do update set
      tries = case when ${forgotten} then 1 else held.tries + 1 end,
      last_try_at = ${now},
      blocked_until = case when ${forgotten} or held.tries + 1 < ${limits.free} then null
        else ${now}::timestamptz + make_interval(secs => ${delay}) end
    where held.blocked_until is null or held.blocked_until <= ${now}
    returning 1`.execute(db);
  return rows.length > 0;
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

/** Deletes all tries of a key. */
export async function forgetTries(db: Db, key: string): Promise<void> {
  await db.deleteFrom("sign_in_guards").where("key", "=", key).execute();
}

/** Deletes the tries of every key without a try since that time. */
export async function pruneTries(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("sign_in_guards").where("last_try_at", "<", before).execute();
}
