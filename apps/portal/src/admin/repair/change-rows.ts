import { cents, formatMoney } from "@foyer/domain/money";
import { accountStates, fields } from "#words/admin-events";
import { words } from "#words/admin";
import { formatTime } from "../times.ts";

type Snapshot = Readonly<Record<string, unknown>>;

export interface ChangeRow {
  readonly key: string;
  /** As people read it. */
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** What a field of an event or a change is called: `total_seats` is `Total seats`. */
export function fieldName(key: string): string {
  const plain = key.replaceAll(/[._]/g, " ");
  return fields[key] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** Amounts that come in cents. */
const AMOUNTS: ReadonlySet<string> = new Set(["total", "amount", "given_back"]);

/** A value as a person reads it; an amount without its currency as a plain number. */
export function valueText(key: string, value: unknown, currency?: unknown): string {
  if (value === null || value === undefined || value === "") return words.noValue;
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (typeof value === "number" && AMOUNTS.has(key)) {
    return typeof currency === "string" ? formatMoney(cents(value), currency) : (value / 100).toFixed(2);
  }
  if (typeof value === "number") return (key === "account_state" ? accountStates[value] : null) ?? String(value);
  if (typeof value === "string") return INSTANT.test(value) ? formatTime(value) : value;
  if (Array.isArray(value)) {
    return value.length === 0 ? words.none : value.map((one) => valueText("", one)).join(", ");
  }
  if (typeof value !== "object") return words.noValue;
  return Object.entries(value)
    .map(([inner, of]) => `${fieldName(inner)} ${valueText(inner, of)}`)
    .join(", ");
}

/** What differs between two snapshots, in the order of the later one; an empty list where nothing does. */
export function changeRows(before: Snapshot | null, after: Snapshot | null): ChangeRow[] {
  const keys = new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})]);
  return [...keys]
    .map((key) => ({
      key,
      name: fieldName(key),
      before: valueText(key, before?.[key], before?.["currency"]),
      after: valueText(key, after?.[key], after?.["currency"]),
    }))
    .filter((row) => row.before !== row.after);
}
