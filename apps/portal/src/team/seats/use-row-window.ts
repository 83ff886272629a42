import { flushSync } from "react-dom";
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";

/** Rows beyond the visible ones on either side, so that fast scrolling shows no blank ones. */
const MARGIN = 6;

export interface RowWindow {
  /** For the element that scrolls. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Index of the first row to render. */
  readonly first: number;
  /** Index after the last one. */
  readonly end: number;
  /** The same of the rows that can be seen. */
  readonly firstSeen: number;
  readonly endSeen: number;
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
  const isScrolled = useRef(false);
  const [seen, setSeen] = useState<Seen>({ top: 0, height: 720, isScrolled: false });

  const look = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const now = seenIn(element, rowHeight);
    isScrolled.current = now.isScrolled;
    setSeen((before) => (isSame(before, now) ? before : now));
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
    // Asking the element itself would make the browser lay the new rows out before it has to.
    if (!isScrolled.current) return;
    scroller.current?.scrollTo({ top: 0 });
    look();
  }, [look]);

  return {
    scroller,
    ...windowOf(seen, { count, rowHeight, headHeight }),
    // Within the frame that scrolls: rows that come a frame later are seen as blank ones.
    onScroll: () => flushSync(look),
    reveal,
    toTop,
  };
}

interface Seen {
  readonly top: number;
  readonly height: number;
  readonly isScrolled: boolean;
}

/** What is seen, in steps of half the margin, so that not every pixel of scrolling renders. */
function seenIn(element: HTMLElement, rowHeight: number): Seen {
  const step = (rowHeight * MARGIN) / 2;
  const { scrollTop, clientHeight: height } = element;
  return { top: Math.floor(scrollTop / step) * step, height, isScrolled: scrollTop > 0 };
}

function isSame(one: Seen, other: Seen): boolean {
  return one.top === other.top && one.height === other.height && one.isScrolled === other.isScrolled;
}

function windowOf(seen: Seen, { count, rowHeight, headHeight }: Rows) {
  // A list that became shorter is scrolled by the browser; until it says so, its end is what is seen.
  const top = Math.min(seen.top, Math.max(0, count * rowHeight - seen.height));
  const firstSeen = Math.floor(top / rowHeight);
  return {
    firstSeen,
    endSeen: Math.ceil((top + seen.height - headHeight) / rowHeight) + (seen.isScrolled ? MARGIN / 2 : 0),
    first: Math.max(0, firstSeen - MARGIN),
    end: Math.min(count, Math.ceil((top + seen.height) / rowHeight) + MARGIN + MARGIN / 2),
  };
}
