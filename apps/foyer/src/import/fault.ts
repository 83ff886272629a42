/** What is wrong with one line of an import file. */
export interface Fault {
  /** Counted from 1. */
  readonly line: number;
  /** The field's name; `line` where the line as a whole is at fault. */
  readonly field: string;
  /** What is wrong and what would be right. */
  readonly message: string;
}

/** A fault as it is told: `team.jsonl:3: total_seats: 0 is not an integer from 1 to 2200`. */
export function faultText(file: string, fault: Fault): string {
  return `${file}:${fault.line}: ${fault.field}: ${fault.message}`;
}

/** A value as a fault shows it: JSON, cut where it is long. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
