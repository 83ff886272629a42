import { AsyncLocalStorage } from "node:async_hooks";
import { ProviderFailure } from "./provider-failure.ts";

/** What somebody waits for is answered within five seconds, the rest of the way included. */
export const READ_MS = 3_500;

const reading = new AsyncLocalStorage<{ readonly until: number }>();

/**
 * Does `work` for somebody who waits: what it reads from the provider has `READ_MS`, all of it together. What it writes
 * keeps its own time, as the outcome of a write that is given up is unknown.
 */
export function withinReadTime<T>(work: () => Promise<T>): Promise<T> {
  return reading.getStore() ? work() : reading.run({ until: performance.now() + READ_MS }, work);
}

/**
 * Waits for an answer to a read, where somebody waits for it no longer than her time.
 *
 * @throws ProviderFailure of kind `unavailable` when the time is over; what still comes is ignored.
 */
export async function inReadTime<T>(read: () => Promise<T>): Promise<T> {
  const waiting = reading.getStore();
  if (!waiting) return read();
  const { promise: isOver, reject } = Promise.withResolvers<never>();
  const failure = new ProviderFailure("unavailable", "The provider did not answer in time.");
  const timer = setTimeout(() => reject(failure), Math.max(0, waiting.until - performance.now()));
  try {
    return await Promise.race([read(), isOver]);
  } finally {
    clearTimeout(timer);
  }
}
