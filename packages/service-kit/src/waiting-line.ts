import { setTimeout as delay } from "node:timers/promises";

export interface WaitingLineOptions {
  /** Calls that may wait for one key in this process; the next one is turned away at once. */
  readonly places: number;
  /** The longest time that a call waits, in milliseconds. */
  readonly waitMs: number;
  /** The time between two attempts of one call, in milliseconds, on average. */
  readonly everyMs: number;
}

/**
 * Repeats an attempt until it gives something. The first attempt waits for nobody.
 *
 * @returns what the attempt gave; null where the line of its key is full, or the time is over. What it throws is thrown.
 */
export type WaitingLine = <T>(key: string, attempt: () => Promise<T | null>) => Promise<T | null>;

export function waitingLine({ places, waitMs, everyMs }: WaitingLineOptions): WaitingLine {
  const waiting = new Map<string, number>();
  const leave = (key: string): void => {
    const left = (waiting.get(key) ?? 1) - 1;
    if (left > 0) waiting.set(key, left);
    else waiting.delete(key);
  };
  return async (key, attempt) => {
    const first = await attempt();
    if (first !== null) return first;
    const before = waiting.get(key) ?? 0;
    if (before >= places) return null;
    waiting.set(key, before + 1);
    try {
      const end = performance.now() + waitMs;
      while (performance.now() < end) {
        // Spread, so that those who wait do not ask all at once.
        await delay(everyMs * (0.5 + Math.random()));
        const given = await attempt();
        if (given !== null) return given;
      }
      return null;
    } finally {
      leave(key);
    }
  };
}
