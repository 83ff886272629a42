import { cents, formatMoney } from "@foyer/domain/money";
import { accountStates, fields } from "#words/admin-events";
import { words } from "#words/admin";
import { formatTime } from "../times.ts";

type Snapshot = Readonly<Record<string, unknown>>;

interface ChangeRow {
  readonly key: string;
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Returns the name of a field in an event or a change: `total_seats` is `Total seats`. */
export function fieldName(key: string): string {
  const plain = key.replaceAll(/[._]/g, " ");
  return fields[key] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** Fields with an amount in the smallest unit of its currency. */
const AMOUNTS: ReadonlySet<string> = new Set(["total", "amount", "amount_off", "given_back"]);

/** Returns a value as text. An amount without a currency stays in smallest units, because its decimals are unknown. */
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

/** Returns the differences between two snapshots, in the order of the later one. */
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
