/** A browser's report, as it is stored and logged. */
export interface Report {
  readonly message: string;
  readonly path: string;
  readonly revision: string;
  /** All other fields, as JSON. */
  readonly detail: string;
}

/** Removes what PostgreSQL cannot store: NUL, and unpaired surrogates. */
const keepable = (text: string): string => text.toWellFormed().replaceAll("\0", "");

/** Reviver for `JSON.parse` that removes what PostgreSQL cannot store. */
export function keepableValue(_key: string, value: unknown): unknown {
  if (typeof value === "string") return keepable(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [keepable(name), item]));
}
