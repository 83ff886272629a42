import { AsyncLocalStorage } from "node:async_hooks";
import { ProviderFailure } from "./provider-failure.ts";

/**
 * Maximum time for provider reads of a request, in milliseconds. A request must be answered within five
 * seconds in total.
 */
export const READ_MS = 3_500;

const reading = new AsyncLocalStorage<{ readonly until: number }>();

/**
 * Runs `work` for a waiting caller: all its provider reads together have `READ_MS`. Writes keep their own
 * timeout, because a write that times out has an unknown outcome.
 */
export function withinReadTime<T>(work: () => Promise<T>): Promise<T> {
  return reading.getStore() ? work() : reading.run({ until: performance.now() + READ_MS }, work);
}

/**
 * Waits for a read, but not beyond the caller's `withinReadTime`.
 *
 * @throws ProviderFailure of kind `unavailable` on timeout. A later answer is ignored.
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
