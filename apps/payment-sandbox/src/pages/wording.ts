/** `12.50 USD`. */
export function money(cents: number, currency: string): string {
  const sign = cents < 0 ? "-" : "";
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)} ${currency.toUpperCase()}`;
}

/** `2026-11-21` in UTC. */
export function day(seconds: number | null): string {
  return seconds === null ? "" : new Date(seconds * 1000).toISOString().slice(0, 10);
}

/** `2026-11-21 12:00:00` in UTC. */
export function instant(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace("T", " ");
}
