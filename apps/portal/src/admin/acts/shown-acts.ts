import type { StaffAct } from "@foyer/contract/staff-wire";

interface Source {
  readonly acts: readonly StaffAct[];
  /** There are earlier ones that were not read yet. */
  readonly hasMore: boolean;
}

/**
 * The acts of both services as one list, newest first.
 *
 * What is earlier than the end of a source that goes on is left out: between two of its acts there might be one that
 * was not read yet.
 */
export function shownActs(sources: readonly Source[]): StaffAct[] {
  const ends = sources.filter(({ hasMore }) => hasMore).map(({ acts }) => Date.parse(acts.at(-1)?.at ?? ""));
  const end = Math.max(...ends.filter((at) => !Number.isNaN(at)), Number.NEGATIVE_INFINITY);
  return sources
    .flatMap(({ acts }) => acts)
    .filter(({ at }) => Date.parse(at) >= end)
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
}
