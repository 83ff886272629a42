import { useNarrow } from "../seats/use-row-heights.ts";

const WIDE_PX = 36;
/** On a small screen an address has two lines of its own, and what becomes of it stands below. */
const NARROW_PX = 84;

/** Height of a row of a list of addresses, in pixels. */
export function useEntryHeight(): number {
  return useNarrow() ? NARROW_PX : WIDE_PX;
}
