import type { TimelineEntry } from "@foyer/contract/staff-wire";

/** One timeline of several: newest first, each entry once, whichever service told it. */
export function mergeTimelines(...timelines: readonly (readonly TimelineEntry[])[]): TimelineEntry[] {
  const entries = new Map(timelines.flat().map((entry) => [`${entry.kind} ${entry.id}`, entry]));
  return [...entries.values()].toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
}
