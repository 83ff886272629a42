import type { Catalogue } from "@foyer/contract/checkout";
import type { Deps } from "../deps.ts";

/** Other instances may change the plans. Answers may be cached for a minute, so a second more changes nothing. */
const FRESH_MS = 1_000;

const read = new WeakMap<Deps["db"], { readonly at: number; readonly answer: Promise<Catalogue> }>();

/** Returns the catalogue of the last second, or reads it. Concurrent callers share one read; a failure is not kept. */
export function recentCatalogue({ db }: Deps, readNow: () => Promise<Catalogue>): Promise<Catalogue> {
  const known = read.get(db);
  if (known && performance.now() - known.at < FRESH_MS) return known.answer;
  const answer = readNow();
  read.set(db, { at: performance.now(), answer });
  answer.catch(() => read.delete(db));
  return answer;
}

/** Makes the next caller read the catalogue, because this instance has changed the plans. */
export function forgetCatalogue({ db }: Pick<Deps, "db">): void {
  read.delete(db);
}
