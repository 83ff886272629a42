import type { RefusalName } from "@foyer/contract/refusals";
import { Refusal } from "./errors.ts";
import type { LimitSubject, OpenTry, RateLimit, RateLimiter } from "./rate-limit.ts";

/** A subject with the limit of its misses. */
export interface MissCount {
  readonly key: LimitSubject;
  readonly limit: RateLimit;
}

/**
 * Runs `work`, and counts it if it ends in one of the refusals `misses`. Success is free: an office behind one address may open
 * all of its links. Over the limit `work` does not run at all, because an answer for hits would let guessing continue. Concurrent
 * calls cannot exceed the limit.
 *
 * @throws Refusal `rate.limited` with the seconds to wait, `service.unavailable` when too many calls wait.
 */
export async function limitMisses<T>(
  limiter: RateLimiter,
  counts: readonly MissCount[],
  misses: readonly RefusalName[],
  work: () => Promise<T>,
): Promise<T> {
  const tries: OpenTry[] = [];
  let isMiss = false;
  try {
    for (const { key, limit } of counts) tries.push(await limiter.begin(key, limit));
    return await work();
  } catch (error) {
    isMiss = error instanceof Refusal && misses.includes(error.refusal);
    throw error;
  } finally {
    for (const opened of tries) await (isMiss ? opened.failed() : opened.giveBack());
  }
}
