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

/** Amounts that come in the smallest unit of their currency. */
const AMOUNTS: ReadonlySet<string> = new Set(["total", "amount", "amount_off", "given_back"]);

/** A value as a person reads it. Without a currency, an amount's decimals are unknown, and its smallest units are shown. */
export function valueText(key: string, value: unknown, currency?: unknown): string {
  if (value === null || value === undefined || value === "") return words.noValue;
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (typeof value === "number" && AMOUNTS.has(key) && typeof currency === "string") {
    return formatMoney(cents(value), currency);
  }
  if (typeof value === "number") return (key === "account_state" ? accountStates[value] : null) ?? String(value);
  if (typeof value === "string") return INSTANT.test(value) ? formatTime(value) : value;
  if (Array.isArray(value)) {
    return value.length === 0 ? words.none : value.map((one) => valueText("", one)).join(", ");
  }
  if (typeof value !== "object") return words.noValue;
  return Object.entries(value)
    .map(
      ([inner, of]) => `${fieldName(inner)} ${valueText(inner, of, "currency" in value ? value.currency : currency)}`,
    )
    .join(", ");
}

/** What differs between two snapshots, in the order of the later one; an empty list where nothing does. */
export function changeRows(before: Snapshot | null, after: Snapshot | null): ChangeRow[] {
  const currency = after?.["currency"] ?? before?.["currency"];
  const keys = new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})]);
  return [...keys]
    .map((key) => ({
      key,
      name: fieldName(key),
      before: valueText(key, before?.[key], before?.["currency"] ?? currency),
      after: valueText(key, after?.[key], currency),
    }))
    .filter((row) => row.before !== row.after);
}
