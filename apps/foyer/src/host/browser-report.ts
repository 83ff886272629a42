/** What a browser reports, as it is kept and logged. */
export interface Report {
  readonly message: string;
  readonly path: string;
  readonly revision: string;
  /** What else it says, as JSON. */
  readonly detail: string;
}

/** A text without what PostgreSQL cannot keep: NUL, and halves of a surrogate pair. */
const keepable = (text: string): string => text.toWellFormed().replaceAll("\0", "");

/** For `JSON.parse`: its values without what PostgreSQL cannot keep. */
export function keepableValue(_key: string, value: unknown): unknown {
  if (typeof value === "string") return keepable(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [keepable(name), item]));
}
