/** The last second of a day, UTC, as the wire writes it: a license is good for the whole of its last day. Null for no day. */
export function endOfDay(day: string): string | null {
  return day === "" ? null : `${day}T23:59:59Z`;
}
