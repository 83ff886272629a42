import { decimalText } from "../money/minor-units.ts";

/** `1,234.50 USD`. */
export function money(amount: number, currency: string): string {
  const [whole = "", fraction] = decimalText(Math.abs(amount), currency).split(".");
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ",");
  const digits = fraction === undefined ? grouped : `${grouped}.${fraction}`;
  return `${amount < 0 ? "-" : ""}${digits} ${currency.toUpperCase()}`;
}

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** `Nov 21, 2026` in UTC. */
export function day(seconds: number | null): string {
  if (seconds === null) return "";
  const [year, month, date] = new Date(seconds * 1000).toISOString().slice(0, 10).split("-");
  return `${MONTHS[Number(month) - 1] ?? ""} ${date}, ${year}`;
}

/** `Nov 21, 2026, 12:00:00` in UTC. */
export function instant(seconds: number): string {
  return `${day(seconds)}, ${new Date(seconds * 1000).toISOString().slice(11, 19)}`;
}

/** A line's description with its dates as all others are; the provider writes `21 Nov 2026`. */
export function withOurDates(description: string): string {
  return description.replaceAll(
    new RegExp(`\\b(\\d{2}) (${MONTHS.join("|")}) (\\d{4})\\b`, "g"),
    (_, date: string, month: string, year: string) => `${month} ${date}, ${year}`,
  );
}
