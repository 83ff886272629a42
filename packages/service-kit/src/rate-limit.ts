import { createHash } from "node:crypto";
import { isIP, isIPv6 } from "node:net";
import type { RawBuilder } from "kysely";
import type { Clock } from "./clock.ts";
import type { AnyDatabase, AnyQueryable } from "./db.ts";
import { refuse } from "./errors.ts";
import { refuseTooManyUntil } from "./refuse-too-many.ts";
import { pruneKeys } from "./idempotency-store.ts";
import {
  closeTry,
  countTry,
  countWhereRoom,
  failuresOf,
  openTrySql,
  pruneTries,
  takeTryBack,
  takeTryBackSql,
} from "./rate-limit-store.ts";
import { waitingLine, type WaitingLineOptions } from "./waiting-line.ts";

export interface RateLimit {
  /** Maximum number of tries in a window. */
  readonly limit: number;
  readonly windowSeconds: number;
}

/** Name of a count: `<kind>:<subject>`. The subject may be any text from a caller. */
export type LimitSubject = `${string}:${string}`;

/**
 * The stored form of a subject: its kind, readable for an operator, and a hash of the rest. So a key has a fixed length for any
 * input.
 */
export function limitKey(subject: LimitSubject): string {
  const end = subject.indexOf(":");
  const hash = createHash("sha256").update(subject.slice(end + 1));
  return `${subject.slice(0, end)}:${hash.digest("hex")}`;
}

/** A try with an open result. If no result is reported, it counts as no failure after its process is taken for dead. */
export interface OpenTry {
  /** Reports a failure; the try stays counted. */
  failed(): Promise<void>;
  /** Reports that it was no failure, even after `failed`, and takes the try back. */
  giveBack(): Promise<void>;
  /**
   * The SQL of `giveBack`, for a larger statement of the caller; null when there is nothing to take back. The caller calls `givenBack`
   * after that statement.
   *
   * @param when a condition under which the statement takes the try back.
   */
  givingBack(when: RawBuilder<unknown>): RawBuilder<unknown> | null;
  givenBack(): void;
}

/** Counts tries in the database, atomically, so that all instances share one count. */
export interface RateLimiter {
  /** Counts one try; refuses `rate.limited` with the seconds to wait when it exceeds the limit. */
  take(subject: LimitSubject, limit: RateLimit): Promise<void>;
  /**
   * Counts one try of each subject that is below the limit, in one statement, and refuses nothing. A subject listed twice may
   * count once.
   *
   * @param db the caller's transaction, in the same database: a rollback takes the tries back.
   * @returns whether each was counted, in the order given.
   */
  takeEach(db: AnyQueryable, subjects: readonly LimitSubject[], limit: RateLimit): Promise<boolean[]>;
  /**
   * Counts one try of which only a failure matters. Failures and open tries together never exceed the limit, on all instances.
   *
   * If open tries use up the limit, waits for their results, at most 5 s and in a queue of 50; then refuses
   * `service.unavailable`. If failures alone use up the limit, refuses `rate.limited` at once.
   *
   * @param count runs the statement that counts the try, perhaps as a part of a larger one. Returns whether the statement returned a
   * row. It may run several times.
   */
  begin(subject: LimitSubject, limit: RateLimit, count?: CountsTry): Promise<OpenTry>;
}

/** Runs a statement that counts a try, and returns whether it returned a row. */
export type CountsTry = (opening: RawBuilder<unknown>) => Promise<boolean>;

/** A try that is not counted. */
export const uncounted: OpenTry = {
  failed: async () => undefined,
  giveBack: async () => undefined,
  givingBack: () => null,
  givenBack: () => undefined,
};
const unlimited: RateLimiter = {
  take: async () => undefined,
  takeEach: async (_db, subjects) => subjects.map(() => true),
  begin: async () => uncounted,
};

/** A process without a reported result for this long is taken for dead. */
const OPEN_SECONDS = 30;

type Db = Pick<AnyDatabase, "kysely">;

const startOf = (now: Date, windowSeconds: number): Date => new Date(now.getTime() - windowSeconds * 1_000);

interface Opening extends RateLimit {
  readonly key: string;
  readonly count: CountsTry;
}

/** Counts an open try; null when other open ones use up the limit. */
async function openTry({ kysely }: Db, clock: Clock, { key, limit, windowSeconds, count }: Opening) {
  const now = clock.now();
  const windowStart = startOf(now, windowSeconds);
  const openUntil = new Date(now.getTime() + OPEN_SECONDS * 1_000);
  if (await count(openTrySql(key, now, { limit, windowStart, openUntil }))) return openTryOf({ kysely }, key);
  const row = await failuresOf(kysely, key);
  if (row && row.failures >= limit)
    refuseTooManyUntil(new Date(row.window_started_at.getTime() + windowSeconds * 1_000), now);
  return null;
}

function openTryOf({ kysely }: Db, key: string): OpenTry {
  let isOpen = true;
  let isCounted = true;
  const givenBack = (): void => {
    isOpen = false;
    isCounted = false;
  };
  return {
    failed: async () => {
      if (!isOpen) return;
      isOpen = false;
      await closeTry(kysely, key);
    },
    giveBack: async () => {
      if (!isCounted) return;
      const wasOpen = isOpen;
      givenBack();
      await takeTryBack(kysely, key, wasOpen);
    },
    givingBack: (when) => (isCounted ? takeTryBackSql(key, isOpen, when) : null),
    givenBack,
  };
}

/** Counts each subject that has room, also where limits are off. @returns whether each had room. */
export async function takeEach(
  db: AnyQueryable,
  now: Date,
  subjects: readonly LimitSubject[],
  { limit, windowSeconds }: RateLimit,
): Promise<boolean[]> {
  if (subjects.length === 0) return [];
  const keys = subjects.map(limitKey);
  const counted = new Set(
    await countWhereRoom(db, new Set(keys), now, { limit, windowStart: startOf(now, windowSeconds) }),
  );
  return keys.map((key) => counted.delete(key));
}

const countAlone =
  ({ kysely }: Db): CountsTry =>
  async (opening) =>
    (await opening.execute(kysely)).rows.length > 0;

// Uses only the kit's own table, in any service's schema.
export function rateLimiter(
  database: Db,
  clock: Clock,
  enabled: boolean,
  line: WaitingLineOptions = { places: 50, waitMs: 5_000, everyMs: 40 },
): RateLimiter {
  if (!enabled) return unlimited;
  const inLine = waitingLine(line);
  return {
    take: async (subject, { limit, windowSeconds }) => {
      const now = clock.now();
      const row = await countTry(database.kysely, limitKey(subject), now, startOf(now, windowSeconds));
      if (!row || row.tries <= limit) return;
      refuseTooManyUntil(new Date(row.window_started_at.getTime() + windowSeconds * 1_000), now);
    },
    takeEach: (db, subjects, limit) => takeEach(db, clock.now(), subjects, limit),
    begin: async (subject, limit, count = countAlone(database)) => {
      const key = limitKey(subject);
      const opened = await inLine(key, () => openTry(database, clock, { ...limit, key, count }));
      return opened ?? refuse("service.unavailable", { retryAfterSeconds: 2 });
    },
  };
}

/** Deletes expired counters and stored answers. */
export async function pruneRequestState(database: Db, clock: Clock): Promise<void> {
  const dayAgo = new Date(clock.now().getTime() - 24 * 3_600 * 1_000);
  await pruneTries(database.kysely, dayAgo);
  await pruneKeys(database.kysely, dayAgo);
}

/** The eight groups of an IPv6 address, with `::` expanded. */
function groupsOf(address: string): string[] {
  const [head = "", tail] = address.split("::");
  const left = head ? head.split(":") : [];
  const right = tail ? tail.split(":") : [];
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<string>(gap).fill("0"), ...right];
}

/** Removes the port that some proxies write; it differs for each connection. */
function withoutPort(written: string): string {
  const text = written.trim();
  if (isIP(text) !== 0) return text;
  const [, bracketed, plain] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  return bracketed ?? plain ?? text;
}

/**
 * The subject under which an address is counted: an IPv4 address itself, also when written as IPv6, or the /64 network of an IPv6
 * address, because one person has all of it. All invalid addresses share one subject.
 */
export function clientNetwork(ip: string): string {
  const plain = (withoutPort(ip).split("%")[0] ?? "").toLowerCase();
  const mapped = /^(?:0*:)*:?ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(plain)) return isIP(plain) === 0 ? "unknown" : plain;
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
