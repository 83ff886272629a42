import type { RefusalName } from "@foyer/contract/refusals";
import { Refusal } from "./errors.ts";
import type { LimitSubject, OpenTry, RateLimit, RateLimiter } from "./rate-limit.ts";

/** Whose misses are counted, and how many there may be. */
export interface MissCount {
  readonly key: LimitSubject;
  readonly limit: RateLimit;
}

/**
 * Does `work`, and counts it where it ends in one of the refusals `misses`. What succeeds costs nothing: an office behind
 * one address may open all of its links. Once there were too many misses, nothing is looked up any more, hits included,
 * or guessing would go on. Looks under way at once are no way around the limit.
 *
 * @throws Refusal `rate.limited` with the seconds to wait, `service.unavailable` where too many look at once.
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
