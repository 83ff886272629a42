import { formatDate } from "@foyer/domain/dates";
import { words } from "#words/moment";

/** Returns a date with its time of day, to the minute: `Nov 22, 2026, 23:41 UTC`. @param at ISO 8601, in UTC. */
export function momentOf(at: string): string {
  return words.at(formatDate(at), at.slice(11, 16));
}
