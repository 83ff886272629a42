import type Stripe from "stripe";
import { breaker } from "./breaker.ts";
import { ProviderFailure } from "./provider-failure.ts";
import { inReadTime } from "./read-time.ts";
import { asProviderFailure } from "./stripe-failure.ts";

/** What the adapter's parts share: the client, and the one way to call it. */
export interface StripeCaller {
  readonly stripe: Stripe;
  /** Runs a call that writes; what it throws is a ProviderFailure. */
  readonly call: <T>(work: () => Promise<T>) => Promise<T>;
  /** The same for a call that only reads: nobody waits for it longer than `withinReadTime` says. */
  readonly read: <T>(work: () => Promise<T>) => Promise<T>;
  /** Reads something that may not exist: null then. */
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
