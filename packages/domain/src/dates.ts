const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", { timeZone, year: "numeric", month: "short", day: "2-digit" });
  formats.set(timeZone, made);
  return made;
}

/**
 * A day as `MMM DD, YYYY`, `Mar 03, 2027`: the one form in which people read dates (HOME-12).
 *
 * @param at an instant, or its ISO 8601 form.
 * @param timeZone IANA name; UTC unless the reader's own is wanted.
 * @returns an empty string for what is no date, so that a broken answer does not break a page.
 */
export function formatDate(at: Date | string, timeZone = "UTC"): string {
  const date = typeof at === "string" ? new Date(at) : at;
  if (Number.isNaN(date.getTime())) return "";
  const parts = new Map(
    formatFor(timeZone)
      .formatToParts(date)
      .map((part) => [part.type, part.value]),
  );
  const year = (parts.get("year") ?? "").padStart(4, "0");
  return `${parts.get("month") ?? ""} ${parts.get("day") ?? ""}, ${year}`;
}

/** The instant of a unix time in whole seconds, as the purchase service and the payment provider write times. */
export function fromUnixSeconds(seconds: number): Date {
  return new Date(seconds * 1000);
}

/** Whole unix seconds of an instant, fractions cut off. */
export function toUnixSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
