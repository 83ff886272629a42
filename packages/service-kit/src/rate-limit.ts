import { isIPv6 } from "node:net";
import { sql } from "kysely";
import type { Clock } from "./clock.ts";
import type { AnyDatabase } from "./db.ts";
import { refuse } from "./errors.ts";

export interface RateLimit {
  /** Tries in a window. */
  readonly limit: number;
  readonly windowSeconds: number;
}

/** Counts tries in the database, atomically, so that all instances share one count. */
export interface RateLimiter {
  /** Counts one try; refuses `rate.limited` with the seconds to wait when it is one too many. */
  take(key: string, limit: RateLimit): Promise<void>;
  /** Takes one counted try back: it proved to be no failure. */
  giveBack(key: string): Promise<void>;
  /** Forgets the tries: after the right password, say. */
  reset(key: string): Promise<void>;
}

const unlimited: RateLimiter = {
  take: async () => undefined,
  giveBack: async () => undefined,
  reset: async () => undefined,
};

// Only the kit's own table is touched, whatever the service's schema is.
export function rateLimiter(database: Pick<AnyDatabase, "kysely">, clock: Clock, enabled: boolean): RateLimiter {
  if (!enabled) return unlimited;
  return {
    take: async (key, { limit, windowSeconds }) => {
      const now = clock.now();
      const windowStart = new Date(now.getTime() - windowSeconds * 1_000);
      const { rows } = await sql<{ tries: number; window_started_at: Date }>`
        insert into rate_limits as held (key, window_started_at, tries) values (${key}, ${now}, 1)
        on conflict (key) do update set
          tries = case when held.window_started_at <= ${windowStart} then 1 else held.tries + 1 end,
          window_started_at = case when held.window_started_at <= ${windowStart} then ${now} else held.window_started_at end
        returning tries, window_started_at`.execute(database.kysely);
      const row = rows[0];
      if (!row || row.tries <= limit) return;
      const waitMs = row.window_started_at.getTime() + windowSeconds * 1_000 - now.getTime();
      refuse("rate.limited", { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) });
    },
    giveBack: async (key) => {
      await sql`update rate_limits set tries = greatest(tries - 1, 0) where key = ${key}`.execute(database.kysely);
    },
    reset: async (key) => {
      await sql`delete from rate_limits where key = ${key}`.execute(database.kysely);
    },
  };
}

/** Drops counters and stored answers that no longer matter. */
export async function pruneRequestState(database: Pick<AnyDatabase, "kysely">, clock: Clock): Promise<void> {
  const dayAgo = new Date(clock.now().getTime() - 24 * 3_600 * 1_000);
  await sql`delete from rate_limits where window_started_at < ${dayAgo}`.execute(database.kysely);
  await sql`delete from idempotency_keys where started_at < ${dayAgo}`.execute(database.kysely);
}

/** The eight groups of an IPv6 address, `::` written out. */
function groupsOf(address: string): string[] {
  const [head = "", tail] = address.split("::");
  const left = head ? head.split(":") : [];
  const right = tail ? tail.split(":") : [];
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<string>(gap).fill("0"), ...right];
}

/**
 * Whom an address stands for when tries are counted: an IPv4 address itself, also when written as IPv6,
 * and the /64 network of an IPv6 address, of which one person has all.
 */
export function clientNetwork(ip: string): string {
  const plain = (ip.split("%")[0] ?? "").toLowerCase();
  const mapped = /^(?:0*:)*:?ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(plain)) return plain;
  const groups = groupsOf(plain).map((group) => Number.parseInt(group || "0", 16));
  const [sixth = 0, seventh = 0, eighth = 0] = groups.slice(5);
  if (sixth === 0xffff && groups.slice(0, 5).every((group) => group === 0)) {
    return [seventh >> 8, seventh & 255, eighth >> 8, eighth & 255].join(".");
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}
