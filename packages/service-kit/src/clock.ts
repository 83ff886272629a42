import type { Pool } from "pg";
import { readClock } from "./clock-store.ts";

/** The present time. All code that depends on time uses a clock, so that tests and the sandbox can change it. */
export interface Clock {
  now(): Date;
}

/** A clock that changes only by `advance`. */
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
  /** Queries the database again; call it after the offset was changed. */
  refresh(): Promise<void>;
  stop(): void;
}

/**
 * The database's time plus the sandbox's offset, so that all instances agree whatever their own clocks say.
 *
 * Queries at once and then every `everyMs`; between two answers the machine's monotonic clock continues.
 *
 * @param withOffset true applies the sandbox's offset (`foyer.clock`); false in production.
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
  // After a failed query the clock continues from the last answer until the database is back.
  const timer = setInterval(() => void refresh().catch(() => undefined), everyMs);
  timer.unref();
  return {
    now: () => new Date(base + (performance.now() - askedAt)),
    refresh,
    stop: () => clearInterval(timer),
  };
}
