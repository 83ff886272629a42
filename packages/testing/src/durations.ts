import { expect } from "vitest";

/** Returns what the work gave or threw, and how long it took. */
export async function timed(work: () => Promise<unknown>): Promise<{ result: unknown; ms: number }> {
  const before = performance.now();
  const result = await work().catch((error: unknown) => error);
  return { result, ms: performance.now() - before };
}

/** Expects a duration below a limit in `npm run torture` only: `npm test` shares its machine with other tests. */
export function expectWithin(ms: number, limitMs: number): void {
  if (process.env["TORTURE"] === "1") expect(ms).toBeLessThan(limitMs);
}
