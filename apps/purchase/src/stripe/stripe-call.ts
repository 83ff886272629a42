import type Stripe from "stripe";
import { breaker } from "./breaker.ts";
import { ProviderFailure } from "./provider-failure.ts";
import { inReadTime } from "./read-time.ts";
import { asProviderFailure } from "./stripe-failure.ts";

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
