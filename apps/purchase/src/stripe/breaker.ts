import { isUnknownOutcome, ProviderFailure } from "./provider-failure.ts";

const FAILURES_TO_OPEN = 5;
const OPEN_MS = 3_000;

export type CallProvider = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Stops calling a provider that does not answer. After five failures in a row calls fail at once, and one
 * call every three seconds is tried.
 */
export function breaker(now: () => number = () => performance.now()): CallProvider {
  let failures = 0;
  let closedAgainAt = 0;
  return async (work) => {
    if (failures >= FAILURES_TO_OPEN) {
      if (now() < closedAgainAt) throw new ProviderFailure("unavailable", "The provider has not answered for a while.");
      closedAgainAt = now() + OPEN_MS;
    }
    try {
      const answer = await work();
      failures = 0;
      return answer;
    } catch (error) {
      if (isUnknownOutcome(error)) {
        failures += 1;
        if (failures === FAILURES_TO_OPEN) closedAgainAt = now() + OPEN_MS;
      } else failures = 0;
      throw error;
    }
  };
}
