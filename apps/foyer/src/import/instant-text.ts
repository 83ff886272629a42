/** A time as an export writes it: ISO 8601 in UTC, with a fraction only where there is one. */
export function instantText(time: Date): string {
  return time.toISOString().replace(".000Z", "Z");
}
