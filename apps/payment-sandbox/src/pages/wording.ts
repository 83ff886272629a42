/** `1,234.50 USD`. */
export function money(cents: number, currency: string): string {
  const sign = cents < 0 ? "-" : "";
  const digits = String(Math.abs(cents)).padStart(3, "0");
  const whole = digits.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, ",");
  return `${sign}${whole}.${digits.slice(-2)} ${currency.toUpperCase()}`;
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
