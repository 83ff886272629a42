import { availableParallelism } from "node:os";
import { refuse } from "@foyer/service-kit/errors";
import { HashThreads } from "./hash-threads.ts";

/** Turns passwords into hashes and back-checks them, a few at a time so that nothing else of the process waits. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /**
   * Whether that is the password; where there is no hash, or one that would cost too much to check, the same work is
   * done on a hash that nobody's password fits.
   */
  verify(stored: string | null, password: string): Promise<boolean>;
}

// OWASP's floor for argon2id. `2` is the library's word for argon2id, whose enum type stripping cannot read.
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const MEMORY_MAX_KIB = 256 * 1024;
const TIME_MAX = 16;

interface Limits {
  /** Hashes computed at once; one a core, and four at the most, unless told. */
  readonly atOnce?: number;
  /** Requests that may wait for their turn; the next one is refused. */
  readonly waiting?: number;
}

/** One a process: there are only so many cores, whoever asks. */
const threads = new HashThreads();
const AT_ONCE = Math.min(4, availableParallelism());
/** Tasks that a thread may hold: the one that it computes, and the next. */
const HELD_MAX = 2;

/** Lets `places` through, `waiting` wait in line, and refuses the rest at once. */
function turnstile(places: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  const line: (() => void)[] = [];
  let busy = 0;
  return async (work) => {
    if (busy >= places) {
      if (line.length >= waiting) refuse("service.unavailable", { retryAfterSeconds: 2 });
      await new Promise<void>((resolve) => line.push(resolve));
    } else busy++;
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else busy--;
    }
  };
}

const PHC = /^\$(argon2id|argon2i|argon2d)\$v=\d+\$m=(\d+),t=(\d+),p=(\d+)\$/;

/** Whether checking that hash costs what a request may cost: a hash that came from elsewhere can ask for anything. */
export function isCheckable(stored: string): boolean {
  const match = PHC.exec(stored);
  if (!match) return false;
  const [memory, time, parallelism] = match.slice(2).map(Number);
  return (memory ?? Infinity) <= MEMORY_MAX_KIB && (time ?? Infinity) <= TIME_MAX && (parallelism ?? Infinity) <= 4;
}

/** Whether a stored hash is weaker than, or otherwise unlike, what is made today. */
export function wantsRehash(stored: string): boolean {
  return !stored.startsWith(
    `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`,
  );
}

// Of a random text that was thrown away.
const NOBODYS = "$argon2id$v=19$m=19456,t=2,p=1$8P6dQgvvYlS5oUS7yTWDGg$3nOGfMEjCOVYVtGz7NUwF7oYVDXs1sHCXhXcHyd7Ork";

export function passwordHasher({ atOnce = AT_ONCE, waiting = 100 }: Limits = {}): PasswordHasher {
  const inTurn = turnstile(atOnce * HELD_MAX, waiting);
  return {
    hash: (password) =>
      inTurn(async () => String(await threads.compute({ work: "hash", password, options: PARAMETERS }, atOnce))),
    verify: (stored, password) =>
      inTurn(async () => {
        const usable = stored !== null && isCheckable(stored);
        const right = await threads.compute({ work: "verify", password, stored: usable ? stored : NOBODYS }, atOnce);
        return usable && right === true;
      }),
  };
}
