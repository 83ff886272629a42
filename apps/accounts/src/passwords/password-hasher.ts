import { availableParallelism } from "node:os";
import { readPasswordHash } from "@foyer/domain/password-hash";
import type { HashTask } from "./hash-thread.ts";
import { TaskThreads } from "./task-threads.ts";
import { turnstile } from "./turnstile.ts";

/** Turns passwords into hashes and back-checks them, a few at a time so that nothing else of the process waits. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /**
   * Whether that is the password; where there is no hash, or one that would cost too much to check, the same work is
   * done on a hash that nobody's password fits.
   */
  verify(stored: string | null, password: string): Promise<boolean>;
  /** Whether a stored hash is weaker than, or otherwise unlike, what is made today. */
  wantsRehash(stored: string): boolean;
}

// OWASP's floor for argon2id. `2` is the library's word for argon2id, whose enum type stripping cannot read.
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

interface Limits {
  /** Hashes computed at once; one a core, and four at the most, unless told. */
  readonly atOnce?: number;
  /** Requests that may wait for their turn; the next one is refused. */
  readonly waiting?: number;
}

/** One a process: there are only so many cores, whoever asks. */
const hashThreads = (): TaskThreads<HashTask, string | boolean> =>
  new TaskThreads(new URL("./hash-thread.ts", import.meta.url), "password hash");
const threads = hashThreads();
const AT_ONCE = Math.min(4, availableParallelism());
/**
 * Hashes of another system may take a second each: they have threads and a line of their own, half as many as ours, so that
 * whoever has one of ours does not wait behind them.
 */
const foreignThreads = hashThreads();
const FOREIGN_AT_ONCE = Math.max(1, Math.floor(AT_ONCE / 2));
const FOREIGN_WAITING = 30;
/** Tasks that a thread may hold: the one that it computes, and the next. */
const HELD_MAX = 2;

const TODAYS = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;

// Of a random text that was thrown away.
const NOBODYS = "$argon2id$v=19$m=19456,t=2,p=1$8P6dQgvvYlS5oUS7yTWDGg$3nOGfMEjCOVYVtGz7NUwF7oYVDXs1sHCXhXcHyd7Ork";

/** What checking a hash takes; null for one that is not checked. */
function workOf(stored: string | null): string | null {
  const hash = stored === null ? null : readPasswordHash(stored);
  return hash === null || "wrong" in hash ? null : hash.work;
}

/**
 * What has to be checked beside `stored`, in vain, so that a refusal lasts as long whatever is stored: a hash of each kind
 * that there is, null for one of ours.
 *
 * @param foreign a hash of each kind that is not made today.
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
  return {
    hash: (password) =>
      inTurn(async () => String(await threads.compute({ work: "hash", password, options: PARAMETERS }, atOnce))),
    verify: async (stored, password) => {
      const usable = stored !== null && workOf(stored) !== null;
      return (await check(usable ? stored : NOBODYS, password)) && usable;
    },
    wantsRehash,
  };
}
