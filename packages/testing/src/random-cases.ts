/** Default numbers of random cases of a test. */
export interface CaseCounts {
  /** For `npm test`, which runs on every change. */
  readonly usual: number;
  /** For `npm run torture`. */
  readonly torture: number;
}

/** Returns the number of random cases: from the environment variable `name`, or the default of the run. */
export function caseCount(name: string, { usual, torture }: CaseCounts): number {
  return Number(process.env[name] ?? (process.env["TORTURE"] === "1" ? torture : usual));
}
