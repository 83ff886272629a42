const AT_ONCE = 8;

/** Returns the results of `work` in order. Runs only a few at a time, because each calls the provider. */
export async function inBatches<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let start = 0; start < all.length; start += AT_ONCE) {
    done.push(...(await Promise.all(all.slice(start, start + AT_ONCE).map(work))));
  }
  return done;
}
