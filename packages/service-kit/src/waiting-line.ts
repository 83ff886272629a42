import { setTimeout as delay } from "node:timers/promises";

export interface WaitingLineOptions {
  /** Maximum number of waiting calls for one key in this process; further ones are refused at once. */
  readonly places: number;
  /** The longest waiting time of a call, in milliseconds. */
  readonly waitMs: number;
  /** The average time between two attempts of one call, in milliseconds. */
  readonly everyMs: number;
}

/**
 * Repeats an attempt until it returns a value. The first attempt runs at once.
 *
 * @returns the attempt's value; null when the queue of its key is full, or the time is over. Errors of the attempt are thrown.
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
        // Random delays, so that waiting calls do not retry together.
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
