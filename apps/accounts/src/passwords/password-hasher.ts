import { availableParallelism } from "node:os";
import { normalizePassword } from "@foyer/domain/password";
import { readPasswordHash } from "@foyer/domain/password-hash";
import type { HashTask } from "./hash-thread.ts";
import { TaskThreads } from "@foyer/service-kit/task-threads";
import { turnstile } from "./turnstile.ts";

/**
 * Hashes and checks passwords in threads, a few at a time, so that the process stays responsive. Hashes the normalized form of a
 * password.
 */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /**
   * Returns true when the normalized password matches, or the password as typed, which hashes of other systems may contain.
   * Returns false without a hash, and for a hash that is too expensive to check. It then does the same work on a hash that no
   * password matches, so that the time does not depend on the account.
   */
  verify(stored: string | null, password: string): Promise<boolean>;
  /**
   * True if a stored hash is not of today's kind, or may be of the password as typed, which differs from its normalized form.
   */
  wantsRehash(stored: string, password: string): boolean;
}

/** Hashes and checks exactly what it is given. */
type ExactHasher = Pick<PasswordHasher, "hash" | "verify"> & { wantsRehash(stored: string): boolean };

/** A hasher that normalizes passwords first. */
export function normalizing(exact: ExactHasher): PasswordHasher {
  return {
    hash: (password) => exact.hash(normalizePassword(password)),
    verify: async (stored, password) => {
      const normal = normalizePassword(password);
      return (await exact.verify(stored, normal)) || (normal !== password && (await exact.verify(stored, password)));
    },
    wantsRehash: (stored, password) => exact.wantsRehash(stored) || normalizePassword(password) !== password,
  };
}

// OWASP's minimum for argon2id. The value `2` is the library's enum member Argon2id; type stripping cannot import that enum.
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

interface Limits {
  /** Number of concurrent hashes; by default one for each core, at most four. */
  readonly atOnce?: number;
  /** Number of requests that may wait; further ones are refused. */
  readonly waiting?: number;
}

/** Shared by the whole process, because the cores limit the work. */
const hashThreads = (): TaskThreads<HashTask, string | boolean> =>
  new TaskThreads(new URL("./hash-thread.ts", import.meta.url), "password hash");
const threads = hashThreads();
const AT_ONCE = Math.min(4, availableParallelism());
/**
 * Hashes of another system may take a second each. They have their own threads and queue, half the size, so that checks of our
 * hashes do not wait behind them.
 */
const foreignThreads = hashThreads();
const FOREIGN_AT_ONCE = Math.max(1, Math.floor(AT_ONCE / 2));
const FOREIGN_WAITING = 30;
/** Tasks sent to one thread: the running one and the next. */
const HELD_MAX = 2;

const TODAYS = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;

// Hash of a random text that was discarded.
const NOBODYS = "$argon2id$v=19$m=19456,t=2,p=1$8P6dQgvvYlS5oUS7yTWDGg$3nOGfMEjCOVYVtGz7NUwF7oYVDXs1sHCXhXcHyd7Ork";

/** Kind and cost of checking a hash; null for one that is not checked. */
function workOf(stored: string | null): string | null {
  const hash = stored === null ? null : readPasswordHash(stored);
  return hash === null || "wrong" in hash ? null : hash.work;
}

/**
 * Hashes to check in addition to `stored`, so that a refusal takes equally long for any account: one of each existing kind, null
 * for our kind.
 *
 * @param foreign one hash of each kind that is not made today.
 */
export function othersThan(stored: string | null, foreign: readonly string[]): (string | null)[] {
  const ours = workOf(NOBODYS);
  const done = workOf(stored) ?? ours;
  const byWork = new Map<string | null, string | null>([[ours, null]]);
  for (const hash of foreign) if (workOf(hash) !== ours) byWork.set(workOf(hash), hash);
  return [...byWork].flatMap(([work, hash]) => (work === null || work === done ? [] : [hash]));
}

export function passwordHasher({ atOnce = AT_ONCE, waiting = 100 }: Limits = {}): PasswordHasher {
  const inTurn = turnstile(atOnce * HELD_MAX, waiting);
  const inForeignTurn = turnstile(FOREIGN_AT_ONCE * HELD_MAX, FOREIGN_WAITING);
  const wantsRehash = (stored: string): boolean => !stored.startsWith(TODAYS);
  const check = async (stored: string, password: string): Promise<boolean> => {
    const task = { work: "verify", password, stored } as const;
    return wantsRehash(stored)
      ? inForeignTurn(async () => (await foreignThreads.compute(task, FOREIGN_AT_ONCE)) === true)
      : inTurn(async () => (await threads.compute(task, atOnce)) === true);
  };
  return normalizing({
    hash: (password) =>
      inTurn(async () => String(await threads.compute({ work: "hash", password, options: PARAMETERS }, atOnce))),
    verify: async (stored, password) => {
      const usable = stored !== null && workOf(stored) !== null;
      return (await check(usable ? stored : NOBODYS, password)) && usable;
    },
    wantsRehash,
  });
}
