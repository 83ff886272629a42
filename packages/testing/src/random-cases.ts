/** How many random cases a test tries where nothing else is asked for. */
export interface CaseCounts {
  /** In `npm test`, which runs on every change. */
  readonly usual: number;
  /** In `npm run torture`. */
  readonly torture: number;
}

/** How many random cases a test tries: what the environment variable `name` says, else by who runs it. */
export function caseCount(name: string, { usual, torture }: CaseCounts): number {
  return Number(process.env[name] ?? (process.env["TORTURE"] === "1" ? torture : usual));
}
