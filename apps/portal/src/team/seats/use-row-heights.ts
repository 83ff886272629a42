import { useSyncExternalStore } from "react";

/** In rem, as in `seat-table.module.css`: larger text gets higher rows. */
const WIDE = { row: 3, head: 2.5 };
const NARROW = { row: 7, head: 2.5 };

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

/** Returns the heights of the seat table's rows in pixels. */
export function useRowHeights(): { rowHeight: number; headHeight: number } {
  const isNarrow = useNarrow();
  const rem = rootFontSize();
  const { row, head } = isNarrow ? NARROW : WIDE;
  return { rowHeight: row * rem, headHeight: head * rem };
}

let measured: number | null = null;

/** Computed once, because reading it makes the browser compute styles. */
function rootFontSize(): number {
  measured ??= Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return measured;
}
