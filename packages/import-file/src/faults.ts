import type { ImportFault } from "@foyer/contract/staff-imports";

/** A fault of one line of an import file. */
export type Fault = Readonly<ImportFault>;

/** Formats a fault: `team.jsonl:3: total_seats: 0 is not an integer from 1 to 2200`. */
export function faultText(file: string, fault: Fault): string {
  return `${file}:${fault.line}: ${fault.field}: ${fault.message}`;
}

/** Formats a value within a fault: JSON, shortened if it is long. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
