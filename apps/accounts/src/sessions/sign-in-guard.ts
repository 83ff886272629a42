import { clientNetwork, limitKey, type LimitSubject, type OpenTry } from "@foyer/service-kit/rate-limit";
import { refuseTooManyUntil } from "@foyer/service-kit/refuse-too-many";
import type { Queryable } from "@foyer/service-kit/db";
import type { AccountsTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { after } from "../lifetimes.ts";
import { blockedUntil, countTry, forgetTries, pruneTries, takeTryBack, type TryLimits } from "./sign-in-guard-store.ts";

/** Tries of one account's password. A try counts before the password check, so that concurrent tries count too. */
const account: TryLimits = {
  free: 10,
  windowSeconds: 15 * 60,
  firstDelaySeconds: 30,
  delaySecondsMax: 15 * 60,
  hardCap: 100,
  daySeconds: 24 * 3_600,
};

/** Limit of failures from one network. */
const network = { limit: 30, windowSeconds: 10 * 60 } as const;

const accountKey = (name: string): string => limitKey(`account:${name}`);
const browserKey = (id: string): string => limitKey(`browser:${id}`);
const networkKey = (ip: string): LimitSubject => `sign-in:${clientNetwork(ip)}`;

/** An admitted try. The caller reports one of these results; otherwise the try does not count for the network. */
export interface AllowedTry {
  /** The password, or the required code, is wrong or not proved yet. */
  failed(): Promise<void>;
  /** The password was right: deletes the tries of the account or browser, and takes the network's try back. */
  succeeded(): Promise<void>;
  /** No password was checked: takes both tries back. */
  notLookedAt(): Promise<void>;
}

/** A try without a network limit. */
const alone: OpenTry = { failed: async () => undefined, giveBack: async () => undefined };

const freeTry: AllowedTry = {
  failed: async () => undefined,
  succeeded: async () => undefined,
  notLookedAt: async () => undefined,
};

/**
 * Admits a password try, or refuses `rate.limited`. If running tries use up the network's limit, waits for them, and refuses
 * `service.unavailable` when that takes too long.
 *
 * A browser that the account knows has separate tries, as many as all unknown browsers together. They do not count against the
 * account or network, and tries of others do not count against the browser.
 *
 * @param name normalized; unknown names are counted in the same way.
 * @param browserId id of the known browser of the request's cookie.
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
    // No password was checked: the account's block sets the delay, and the try does not count for the network.
    await open.giveBack();
    refuseTooManyUntil((await blockedUntil(db, key)) ?? now, now);
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

/** Deletes tries that no longer count. */
export async function pruneSignInGuards({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  await pruneTries(db, after(clock.now(), -2 * account.daySeconds));
}

/** Deletes the tries of an account after a change of its password. */
export async function forgetPasswordTries(db: Queryable<AccountsTables>, name: string): Promise<void> {
  await forgetTries(db, accountKey(name));
}
