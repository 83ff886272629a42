import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";

/** Rows beyond the visible ones on either side, so that fast scrolling shows no blank ones. */
const MARGIN = 8;

export interface RowWindow {
  /** For the element that scrolls. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Index of the first row to render. */
  readonly first: number;
  /** Index after the last one. */
  readonly end: number;
  readonly onScroll: () => void;
  /** Brings a row into view. */
  readonly reveal: (index: number) => void;
  /** Goes back to the first row. */
  readonly toTop: () => void;
}

interface Rows {
  readonly count: number;
  readonly rowHeight: number;
  /** Of the sticky header, which covers the top of the list. */
  readonly headHeight: number;
}

/**
 * Which of many rows of one height are near what is seen. By hand, because a keystroke in the filter must be answered
 * within a frame or two on a slow machine: nothing is measured, and nothing is rendered twice.
 */
export function useRowWindow({ count, rowHeight, headHeight }: Rows): RowWindow {
  const scroller = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ top: 0, height: 720 });

  const look = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    // In steps of half the margin, so that not every pixel of scrolling renders.
    const step = (rowHeight * MARGIN) / 2;
    const top = Math.floor(element.scrollTop / step) * step;
    const height = element.clientHeight;
    setSeen((before) => (before.top === top && before.height === height ? before : { top, height }));
  }, [rowHeight]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [look]);

  const reveal = useCallback(
    (index: number) => {
      const element = scroller.current;
      if (!element) return;
      const top = index * rowHeight;
      const height = element.clientHeight - headHeight;
      if (top < element.scrollTop) element.scrollTo({ top });
      else if (top + rowHeight > element.scrollTop + height) element.scrollTo({ top: top + rowHeight - height });
      look();
    },
    [rowHeight, headHeight, look],
  );

  const toTop = useCallback(() => {
    scroller.current?.scrollTo({ top: 0 });
    look();
  }, [look]);

  // A list that became shorter is scrolled by the browser; until it says so, its end is what is seen.
  const top = Math.min(seen.top, Math.max(0, count * rowHeight - seen.height));
  const first = Math.max(0, Math.floor(top / rowHeight) - MARGIN);
  const end = Math.min(count, Math.ceil((top + seen.height) / rowHeight) + MARGIN + MARGIN / 2);
  return { scroller, first, end, onScroll: look, reveal, toTop };
}
