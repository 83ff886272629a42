const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", { timeZone, year: "numeric", month: "short", day: "2-digit" });
  formats.set(timeZone, made);
  return made;
}

/**
 * Formats a day as `MMM DD, YYYY`, for example `Mar 03, 2027`. All dates that people see have this form (HOME-12).
 *
 * @param at an instant, or its ISO 8601 form.
 * @param timeZone IANA name of the reader's zone, UTC by default.
 * @returns an empty string for an invalid date, so that a wrong answer does not break a page.
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

/** Converts whole Unix seconds, which the purchase service and the payment provider use, to an instant. */
export function fromUnixSeconds(seconds: number): Date {
  return new Date(seconds * 1000);
}

/** Converts an instant to whole Unix seconds, rounding down. */
export function toUnixSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
