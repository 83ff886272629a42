import { isUnknownOutcome } from "./stripe/provider-failure.ts";

const AT_ONCE = 8;

/** Returns the results of `work` in order. Runs only a few at a time, because each calls the provider. */
export async function inBatches<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let start = 0; start < all.length; start += AT_ONCE) {
    done.push(...(await Promise.all(all.slice(start, start + AT_ONCE).map(work))));
  }
  return done;
}

/**
 * Works on each of them, a few at a time. One that fails is reported by `failed` and does not stop the others. An
 * unavailable provider stops them, because all of them would fail.
 */
export async function eachApart<T>(
  all: readonly T[],
  work: (one: T) => Promise<unknown>,
  failed: (one: T, error: unknown) => void,
): Promise<void> {
  await inBatches(all, async (one) => {
    try {
      await work(one);
    } catch (error) {
      if (isUnknownOutcome(error)) throw error;
      failed(one, error);
    }
  });
}
