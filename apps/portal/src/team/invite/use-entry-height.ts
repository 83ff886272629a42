import { useNarrow } from "../seats/use-row-heights.ts";

const WIDE_PX = 36;
/** On a small screen, an address has two lines, and its result is below. */
const NARROW_PX = 84;

/** Returns the height of a row in a list of addresses, in pixels. */
export function useEntryHeight(): number {
  return useNarrow() ? NARROW_PX : WIDE_PX;
}
