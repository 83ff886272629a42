import type { Seat } from "@foyer/contract/seats";
import { seatColumn, type SeatColumnName, type SeatFacts } from "./seat-columns.tsx";

/** The state of the list: its filter, order and selection. The seats themselves stay in the query cache. */
export interface SeatList {
  readonly filter: string;
  readonly sortedBy: SeatColumnName;
  readonly isDescending: boolean;
  /** Ids of selected seats, visible or hidden by the filter. */
  readonly selected: ReadonlySet<string>;
}

export type SeatListEvent =
  | { readonly type: "filtered"; readonly text: string }
  | { readonly type: "sorted"; readonly by: SeatColumnName }
  | { readonly type: "toggled"; readonly id: string; readonly isSelected: boolean }
  /** Select-all: only what the filter shows (SEATS-06). */
  | { readonly type: "allToggled"; readonly shown: readonly Pick<Seat, "id">[]; readonly isSelected: boolean }
  | { readonly type: "cleared" }
  /** The seats were refetched: a seat that is gone cannot stay selected. */
  | { readonly type: "reread"; readonly seats: readonly Pick<Seat, "id">[] };

const none: ReadonlySet<string> = new Set();

export const untouchedList: SeatList = { filter: "", sortedBy: "user", isDescending: false, selected: none };

/** Returns the next state; does not modify the given one. */
export function seatList(now: SeatList, event: SeatListEvent): SeatList {
  switch (event.type) {
    case "filtered":
      return { ...now, filter: event.text };
    case "sorted":
      return { ...now, sortedBy: event.by, isDescending: now.sortedBy === event.by && !now.isDescending };
    case "toggled":
      return { ...now, selected: changed(now.selected, [event.id], event.isSelected) };
    case "allToggled":
      return { ...now, selected: allChanged(now.selected, event.shown, event.isSelected) };
    case "cleared":
      return now.selected.size === 0 ? now : { ...now, selected: none };
    case "reread": {
      const there = new Set(event.seats.map(({ id }) => id));
      const kept = [...now.selected].filter((id) => there.has(id));
      return kept.length === now.selected.size ? now : { ...now, selected: new Set(kept) };
    }
  }
}

const idsOf = new WeakMap<readonly Pick<Seat, "id">[], ReadonlySet<string>>();

/** Returns the ids of the visible seats; computed once for each list, so that select-all allocates nothing. */
function idsOfShown(shown: readonly Pick<Seat, "id">[]): ReadonlySet<string> {
  const known = idsOf.get(shown) ?? new Set(shown.map(({ id }) => id));
  idsOf.set(shown, known);
  return known;
}

/** Returns the selection with all visible seats, or without them. */
function allChanged(
  selected: ReadonlySet<string>,
  shown: readonly Pick<Seat, "id">[],
  isSelected: boolean,
): ReadonlySet<string> {
  const ids = idsOfShown(shown);
  if (isSelected) return selected.size === 0 ? ids : changed(selected, ids, true);
  return selected === ids ? none : changed(selected, ids, false);
}

function changed(selected: ReadonlySet<string>, ids: Iterable<string>, isSelected: boolean): ReadonlySet<string> {
  const next = new Set(selected);
  for (const id of ids) {
    if (isSelected) next.add(id);
    else next.delete(id);
  }
  return next;
}

/** Returns the seats in the requested order; equal values are sorted by address, so that the order is stable. */
export function sortSeats(
  seats: readonly Seat[],
  { sortedBy, isDescending }: Pick<SeatList, "sortedBy" | "isDescending">,
  facts: SeatFacts = {},
): readonly Seat[] {
  const { text, key = (seat) => text(seat, facts).toLowerCase() } = seatColumn(sortedBy);
  const keyed = seats.map((seat) => ({ seat, key: key(seat, facts), email: seat.email.toLowerCase() }));
  const turn = isDescending ? -1 : 1;
  keyed.sort((one, other) => turn * (compare(one.key, other.key) || compare(one.email, other.email)));
  return keyed.map(({ seat }) => seat);
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** How the selection relates to the visible seats. */
export interface SelectionFacts {
  readonly count: number;
  /** Selected, but hidden by the filter. */
  readonly hidden: number;
  /** How many of the visible seats are selected. */
  readonly extent: "all" | "some" | "none";
}

/** The same object each time, so that a key in the filter renders nothing for it. */
const nothingSelected: SelectionFacts = { count: 0, hidden: 0, extent: "none" };

export function selectionFacts(shown: readonly Pick<Seat, "id">[], selected: ReadonlySet<string>): SelectionFacts {
  if (selected.size === 0) return nothingSelected;
  if (selected === idsOfShown(shown)) return { count: selected.size, hidden: 0, extent: "all" };
  let ticked = 0;
  for (const { id } of shown) if (selected.has(id)) ticked += 1;
  const extent = ticked === 0 ? "none" : ticked === shown.length ? "all" : "some";
  return { count: selected.size, hidden: selected.size - ticked, extent };
}
