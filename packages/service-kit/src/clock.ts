import type { Pool } from "pg";
import { readClock } from "./clock-store.ts";

/** Tells the time. Everything that decides by time takes one, so that tests and the sandbox can move it. */
export interface Clock {
  now(): Date;
}

/** A clock that stands still until it is told otherwise. */
export function fixedClock(start: Date): Clock & { advance(seconds: number): void } {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    advance: (seconds) => {
      at += seconds * 1000;
    },
  };
}

export interface DatabaseClock extends Clock {
  /** Asks the database once more; call after the offset was changed. */
  refresh(): Promise<void>;
  stop(): void;
}

/**
 * The database's time plus the sandbox's offset, so that all instances agree whatever their own clocks say.
 *
 * Asks at once and then every `everyMs`; between two answers the machine's monotonic clock counts on.
 *
 * @param withOffset whether the sandbox's offset (`foyer.clock`) counts; false in production.
 */
export async function databaseClock(
  pool: Pool,
  withOffset: boolean,
  everyMs = withOffset ? 1_000 : 30_000,
): Promise<DatabaseClock> {
  let base = Date.now();
  let askedAt = performance.now();
  const refresh = async (): Promise<void> => {
    const before = performance.now();
    const told = await readClock(pool, withOffset);
    if (told === null) return;
    askedAt = (before + performance.now()) / 2;
    base = told;
  };
  await refresh();
  // A failed question leaves the last answer in force: the clock goes on by the machine's own until the database is back.
  const timer = setInterval(() => void refresh().catch(() => undefined), everyMs);
  timer.unref();
  return {
    now: () => new Date(base + (performance.now() - askedAt)),
    refresh,
    stop: () => clearInterval(timer),
  };
}
