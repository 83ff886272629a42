import {
  clientNetwork,
  type CountsTry,
  limitKey,
  type LimitSubject,
  type OpenTry,
  uncounted,
} from "@foyer/service-kit/rate-limit";
import { refuseTooManyUntil } from "@foyer/service-kit/refuse-too-many";
import type { RawBuilder } from "kysely";
import type { Db } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { after } from "../lifetimes.ts";
import { type AccountInfo, infoOf, infoOfNameSql } from "../stores/account-store.ts";
import type { OwnTries } from "../stores/session-store.ts";
import {
  blockedUntil,
  type Counted,
  countTry,
  endTrySql,
  forgetTries,
  hasNoLimit,
  nothingFurther,
  pruneTries,
  readsNothing,
  takeTryBack,
  type TryLimits,
} from "./sign-in-guard-store.ts";

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
const networkKey = (ip: string): LimitSubject => `sign-in:${clientNetwork(ip)}`;

export const triesOfBrowser = (browser: { readonly id: string } | null): OwnTries | undefined =>
  browser ? `browser:${browser.id}` : undefined;

/** An admitted try. The caller reports one of these results; otherwise the try does not count for the network. */
export interface AllowedTry {
  /** The password, or the required code, is wrong or not proved yet. */
  failed(): Promise<void>;
  /** The password was right: deletes the tries of the account or browser, and takes the network's try back. */
  succeeded(): Promise<void>;
  /**
   * The same as `succeeded`, as common table expressions of the statement that opens the session: it begins with a comma, or is empty.
   * The caller calls `hasSucceeded` after a statement in which `when` was true.
   */
  succeeding(when: RawBuilder<unknown>): RawBuilder<unknown>;
  hasSucceeded(): void;
  /** No password was checked: takes both tries back. */
  notChecked(): Promise<void>;
}

const freeTry: AllowedTry = {
  failed: async () => undefined,
  succeeded: async () => undefined,
  succeeding: () => nothingFurther,
  hasSucceeded: () => undefined,
  notChecked: async () => undefined,
};

/** Whose password is tried, and from where. */
interface Tried {
  /** Normalized; unknown names are counted in the same way. */
  readonly name: string;
  readonly ip: string;
  /** Undefined counts the account and the network. */
  readonly own: OwnTries | undefined;
}

/**
 * Admits a password try, or refuses `rate.limited`. If running tries use up the network's limit, waits for them, and refuses
 * `service.unavailable` when that takes too long.
 *
 * A browser that the account knows, or a session, has separate tries, as many as all unknown browsers together. They do not count
 * against the account or network, and tries of others do not count against them.
 */
export async function takePasswordTry(deps: Deps, name: string, ip: string, own?: OwnTries): Promise<AllowedTry> {
  if (!deps.config.rateLimits) return freeTry;
  return (await admit(deps, { name, ip, own }, readsNothing)).allowed;
}

/** The same, and reads the account of that name in the statement that counts the try. */
export async function takeTryOfAccount(
  deps: Deps,
  name: string,
  ip: string,
  own?: OwnTries,
): Promise<{ readonly allowed: AllowedTry; readonly account: AccountInfo | null }> {
  const reading = infoOfNameSql(name, deps.clock.now());
  if (deps.config.rateLimits) {
    const { allowed, row } = await admit(deps, { name, ip, own }, reading);
    return { allowed, account: row?.id ? infoOf(row) : null };
  }
  const { rows } = await reading.execute(deps.db);
  return { allowed: freeTry, account: rows[0] ? infoOf(rows[0]) : null };
}

/** @param reading a `select` of at most one row. Without one, all columns of `row` are null. */
async function admit<Row>(
  { db, clock, limiter }: Deps,
  { name, ip, own }: Tried,
  reading: RawBuilder<Row>,
): Promise<{ readonly allowed: AllowedTry; readonly row: Row | null }> {
  const key = own === undefined ? accountKey(name) : limitKey(own);
  const last: { row: (Row & Counted) | null } = { row: null };
  const count: CountsTry = async (opening) => {
    last.row = await countTry(db, key, clock.now(), account, { opening, reading });
    return last.row.for_network;
  };
  const open = own === undefined ? await limiter.begin(networkKey(ip), network, count) : uncounted;
  if (own !== undefined) await count(hasNoLimit);
  if (!last.row?.for_key) {
    // No password was checked: the account's block sets the delay, and the try does not count for the network.
    await open.giveBack();
    const now = clock.now();
    refuseTooManyUntil((await blockedUntil(db, key)) ?? now, now);
  }
  return { allowed: allowedTry(db, key, open), row: last.row };
}

function allowedTry(db: Deps["db"], key: string, open: OpenTry): AllowedTry {
  return {
    failed: () => open.failed(),
    succeeded: async () => {
      await forgetTries(db, key);
      await open.giveBack();
    },
    succeeding: (when) => endTrySql(key, open.givingBack(when), when),
    hasSucceeded: () => open.givenBack(),
    notChecked: async () => {
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
export async function forgetPasswordTries(db: Db, name: string): Promise<void> {
  await forgetTries(db, accountKey(name));
}
