import { refuse } from "@foyer/service-kit/errors";
import { clientNetwork, limitKey, type LimitSubject, type OpenTry } from "@foyer/service-kit/rate-limit";
import type { Queryable } from "@foyer/service-kit/db";
import type { AccountsTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { after } from "../lifetimes.ts";
import { blockedUntil, countTry, forgetTries, pruneTries, takeTryBack, type TryLimits } from "./sign-in-guard-store.ts";

/** Tries at one account's password. A try counts before the password is looked at, so that many at once are still counted. */
const account: TryLimits = {
  free: 10,
  windowSeconds: 15 * 60,
  firstDelaySeconds: 30,
  delaySecondsMax: 15 * 60,
  hardCap: 100,
  daySeconds: 24 * 3_600,
};

/** Failures from one network. */
const network = { limit: 30, windowSeconds: 10 * 60 } as const;

const accountKey = (name: string): string => limitKey(`account:${name}`);
const browserKey = (id: string): string => limitKey(`browser:${id}`);
const networkKey = (ip: string): LimitSubject => `sign-in:${clientNetwork(ip)}`;

async function secondsBlocked(db: Queryable<AccountsTables>, key: string, now: Date): Promise<number> {
  const until = await blockedUntil(db, key);
  return Math.max(1, Math.ceil(((until?.getTime() ?? 0) - now.getTime()) / 1_000));
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
  if (!(await countTry(db, key, now, account))) {
    // No password was looked at: the account's block tells its own, and its network nothing.
    await open.giveBack();
    const retryAfterSeconds = await secondsBlocked(db, key, now);
    refuse("rate.limited", { retryAfterSeconds });
  }
  return {
    failed: () => open.failed(),
    succeeded: async () => {
      await forgetTries(db, key);
      await open.giveBack();
    },
    notLookedAt: async () => {
      await takeTryBack(db, key);
      await open.giveBack();
    },
  };
}

/** Forgets tries that no longer count. */
export async function pruneSignInGuards({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  await pruneTries(db, after(clock.now(), -2 * account.daySeconds));
}

/** A new password starts with a clean slate. */
export async function forgetPasswordTries(db: Queryable<AccountsTables>, name: string): Promise<void> {
  await forgetTries(db, accountKey(name));
}
