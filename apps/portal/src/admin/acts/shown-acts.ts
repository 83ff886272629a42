import type { StaffAct } from "@foyer/contract/staff-wire";

interface Source {
  readonly acts: readonly StaffAct[];
  /** True if the service has earlier acts that are not loaded. */
  readonly hasMore: boolean;
}

/**
 * Returns the acts of both services as one list, newest first.
 *
 * If a service has more acts than were loaded, the list ends at its last loaded act, because later entries might have
 * gaps.
 */
export function shownActs(sources: readonly Source[]): StaffAct[] {
  const ends = sources.filter(({ hasMore }) => hasMore).map(({ acts }) => Date.parse(acts.at(-1)?.at ?? ""));
  const end = Math.max(...ends.filter((at) => !Number.isNaN(at)), Number.NEGATIVE_INFINITY);
  return sources
    .flatMap(({ acts }) => acts)
    .filter(({ at }) => Date.parse(at) >= end)
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
}
