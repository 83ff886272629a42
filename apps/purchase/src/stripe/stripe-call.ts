import type Stripe from "stripe";
import { isUnknownOutcome, ProviderFailure } from "./provider-failure.ts";
import { inReadTime } from "./read-time.ts";
import { asProviderFailure } from "./stripe-failure.ts";

const FAILURES_TO_OPEN = 5;
const OPEN_MS = 3_000;

type CallProvider = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Stops calling a provider that does not answer. After five failures in a row calls fail at once, and one
 * call every three seconds is tried.
 */
function breaker(): CallProvider {
  let failures = 0;
  let closedAgainAt = 0;
  return async (work) => {
    if (failures >= FAILURES_TO_OPEN) {
      if (performance.now() < closedAgainAt)
        throw new ProviderFailure("unavailable", "The provider has not answered for a while.");
      closedAgainAt = performance.now() + OPEN_MS;
    }
    try {
      const answer = await work();
      failures = 0;
      return answer;
    } catch (error) {
      if (isUnknownOutcome(error)) {
        failures += 1;
        if (failures === FAILURES_TO_OPEN) closedAgainAt = performance.now() + OPEN_MS;
      } else failures = 0;
      throw error;
    }
  };
}

/** The client and the functions that call it, shared by the adapter's parts. */
export interface StripeCaller {
  readonly stripe: Stripe;
  /** Runs a write. Throws only ProviderFailure. */
  readonly call: <T>(work: () => Promise<T>) => Promise<T>;
  /** Runs a read, limited by `withinReadTime`. Throws only ProviderFailure. */
  readonly read: <T>(work: () => Promise<T>) => Promise<T>;
  /** Reads an object, or returns null if it does not exist. */
  readonly find: <T>(work: () => Promise<T>) => Promise<T | null>;
}

export function stripeCaller(stripe: Stripe): StripeCaller {
  const guarded = breaker();
  const call = <T>(work: () => Promise<T>): Promise<T> =>
    guarded(async () => {
      try {
        return await work();
      } catch (error) {
        throw asProviderFailure(error);
      }
    });
  const read = <T>(work: () => Promise<T>): Promise<T> => call(() => inReadTime(work));
  return {
    stripe,
    call,
    read,
    find: async (work) => {
      try {
        return await read(work);
      } catch (error) {
        if (error instanceof ProviderFailure && error.kind === "missing") return null;
        throw error;
      }
    },
  };
}
