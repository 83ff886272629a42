import { refuse } from "@foyer/service-kit/errors";
import { clientNetwork, limitKey, type LimitSubject, type OpenTry } from "@foyer/service-kit/rate-limit";
import type { Queryable } from "@foyer/service-kit/db";
import { sql } from "kysely";
import type { AccountsTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { after } from "../lifetimes.ts";

/** Tries at one account's password. A try counts before the password is looked at, so that many at once are still counted. */
const account = {
  /** Tries within `windowSeconds` that cost no waiting. */
  free: 10,
  windowSeconds: 15 * 60,
  /** The first waiting time; it doubles with each further try. */
  firstDelaySeconds: 30,
  delaySecondsMax: 15 * 60,
  /** Then a day's rest. */
  hardCap: 100,
  daySeconds: 24 * 3_600,
} as const;

/** Failures from one network. */
const network = { limit: 30, windowSeconds: 10 * 60 } as const;

const accountKey = (name: string): string => limitKey(`account:${name}`);
const browserKey = (id: string): string => limitKey(`browser:${id}`);
const networkKey = (ip: string): LimitSubject => `sign-in:${clientNetwork(ip)}`;

/** Counts one try in one statement; null when the key is blocked. */
async function countTry(
  db: Queryable<AccountsTables>,
  key: string,
  now: Date,
): Promise<{ blocked_until: Date | null } | null> {
  const forgotten = sql`held.last_try_at <= case when held.tries >= ${account.free}
    then ${after(now, -account.daySeconds)}::timestamptz else ${after(now, -account.windowSeconds)}::timestamptz end`;
  const delay = sql`case when held.tries + 1 >= ${account.hardCap} then ${account.daySeconds}
    else least(${account.delaySecondsMax}, ${account.firstDelaySeconds} * power(2, least(held.tries + 1 - ${account.free}, 20))) end`;
  const { rows } = await sql<{ blocked_until: Date | null }>`
    insert into sign_in_guards as held (key, tries, last_try_at) values (${key}, 1, ${now})
    on conflict (key) do update set
      tries = case when ${forgotten} then 1 else held.tries + 1 end,
      last_try_at = ${now},
      blocked_until = case when ${forgotten} or held.tries + 1 < ${account.free} then null
        else ${now}::timestamptz + make_interval(secs => ${delay}) end
    where held.blocked_until is null or held.blocked_until <= ${now}
    returning blocked_until`.execute(db);
  return rows[0] ?? null;
}

async function secondsBlocked(db: Queryable<AccountsTables>, key: string, now: Date): Promise<number> {
  const row = await db.selectFrom("sign_in_guards").select("blocked_until").where("key", "=", key).executeTakeFirst();
  return Math.max(1, Math.ceil(((row?.blocked_until?.getTime() ?? 0) - now.getTime()) / 1_000));
}

/** A try that was let through. Each ends with one of these; where none is told, the network's one counts for nothing. */
export interface AllowedTry {
  /** The password, or what is asked for beside it, was wrong as far as is known by now. */
  failed(): Promise<void>;
  /** The password was right: the account's tries, or the browser's, are forgotten, and the network's one is taken back. */
  succeeded(): Promise<void>;
  /** No password was looked at: both are taken back. */
  notLookedAt(): Promise<void>;
}

/** A try that no network's count is about. */
const alone: OpenTry = { failed: async () => undefined, giveBack: async () => undefined };

const freeTry: AllowedTry = {
  failed: async () => undefined,
  succeeded: async () => undefined,
  notLookedAt: async () => undefined,
};

/**
 * Lets a try at a password through, or refuses `rate.limited`. Where tries under way use up what their network has left,
 * it waits for them, and refuses `service.unavailable` when that takes too long.
 *
 * A browser that is known to the account has tries of its own, as many as the account has for everybody else. They count
 * for nobody else, and nobody else's count for it: neither those at the account nor those from its network.
 *
 * @param name normalized; names that nobody has are counted alike.
 * @param browserId of a browser that showed its cookie.
 */
export async function takePasswordTry(
  { db, clock, config, limiter }: Deps,
  name: string,
  ip: string,
  browserId?: string,
): Promise<AllowedTry> {
  if (!config.rateLimits) return freeTry;
  const open = browserId === undefined ? await limiter.begin(networkKey(ip), network) : alone;
  const now = clock.now();
  const key = browserId === undefined ? accountKey(name) : browserKey(browserId);
  const counted = await countTry(db, key, now);
  if (!counted) {
    // No password was looked at: the account's block tells its own, and its network nothing.
    await open.giveBack();
    const retryAfterSeconds = await secondsBlocked(db, key, now);
    refuse("rate.limited", { retryAfterSeconds });
  }
  return {
    failed: () => open.failed(),
    succeeded: async () => {
      await db.deleteFrom("sign_in_guards").where("key", "=", key).execute();
      await open.giveBack();
    },
    notLookedAt: async () => {
      await sql`update sign_in_guards set tries = greatest(tries - 1, 0), blocked_until = null where key = ${key}`.execute(
        db,
      );
      await open.giveBack();
    },
  };
}

/** Forgets tries that no longer count. */
export async function pruneSignInGuards({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  await db
    .deleteFrom("sign_in_guards")
    .where("last_try_at", "<", after(clock.now(), -2 * account.daySeconds))
    .execute();
}

/** A new password starts with a clean slate. */
export async function forgetPasswordTries(db: Queryable<AccountsTables>, name: string): Promise<void> {
  await db.deleteFrom("sign_in_guards").where("key", "=", accountKey(name)).execute();
}
