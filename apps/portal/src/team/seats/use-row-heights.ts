import { useSyncExternalStore } from "react";

/** In rem, because larger text needs higher rows. The head's height is also in `seat-table.module.css`. */
const HEAD = 2.5;
const WIDE_ROW = 3;
/** On a small screen, each column is a line of the row, and an address may need two. */
const LINE = 1.5;
const SECOND_LINES = 2.5;

const media = matchMedia("(max-width: 599px)");

function subscribe(listener: () => void): () => void {
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}

/** Returns true on a small screen, where a row has several lines. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => media.matches,
    () => false,
  );
}

/** Returns the heights of a seat table's rows in pixels. */
export function useRowHeights(columns: number): { rowHeight: number; headHeight: number } {
  const isNarrow = useNarrow();
  const rem = rootFontSize();
  const row = isNarrow ? columns * LINE + SECOND_LINES : WIDE_ROW;
  return { rowHeight: row * rem, headHeight: HEAD * rem };
}

let measured: number | null = null;

/** Computed once, because reading it makes the browser compute styles. */
function rootFontSize(): number {
  measured ??= Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return measured;
}
