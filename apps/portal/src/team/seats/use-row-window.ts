import { flushSync } from "react-dom";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useNarrow } from "./use-row-heights.ts";

/** Rows rendered beyond the visible ones on each side, so that fast scrolling shows no blank ones. */
const MARGIN = 6;

interface RowWindow {
  /** For the scrolling element. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Index of the first rendered row. */
  readonly first: number;
  /** Index after the last rendered row. */
  readonly end: number;
  readonly onScroll: () => void;
  /** Scrolls a row into view. */
  readonly reveal: (index: number) => void;
  /** Scrolls to the first row. */
  readonly toTop: () => void;
}

interface Rows {
  readonly count: number;
  readonly rowHeight: number;
  /** Height of the sticky header, which covers the top of the list. */
  readonly headHeight: number;
}

/**
 * Returns which of many rows of equal height are near the visible ones. Written by hand, because a keystroke in the
 * filter must be answered within one or two frames on a slow machine: it measures nothing and renders nothing twice.
 */
export function useRowWindow({ count, rowHeight, headHeight }: Rows): RowWindow {
  const scroller = useRef<HTMLDivElement>(null);
  const isScrolled = useRef(false);
  const [seen, setSeen] = useState<View>({ top: 0, height: 720 });

  const isPaged = useNarrow();
  const isPrinting = usePrinting();

  const look = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const view = isPaged ? viewOnPage(element) : { top: element.scrollTop, height: element.clientHeight };
    isScrolled.current = view.top > 0;
    const now = stepped(view, rowHeight);
    setSeen((before) => (before.top === now.top && before.height === now.height ? before : now));
  }, [rowHeight, isPaged]);

  useLooks(scroller, look, isPaged);

  const reveal = useCallback(
    (index: number) => {
      const element = scroller.current;
      if (!element) return;
      const top = index * rowHeight;
      if (isPaged) {
        revealOnPage(element, top + headHeight, rowHeight);
        return look();
      }
      const height = element.clientHeight - headHeight;
      if (top < element.scrollTop) element.scrollTo({ top });
      else if (top + rowHeight > element.scrollTop + height) element.scrollTo({ top: top + rowHeight - height });
      look();
    },
    [rowHeight, headHeight, isPaged, look],
  );

  const toTop = useCallback(() => {
    // Reading the element would force the browser to lay out the new rows early.
    if (!isScrolled.current) return;
    if (isPaged) scroller.current?.scrollIntoView({ block: "start" });
    else scroller.current?.scrollTo({ top: 0 });
    look();
  }, [look, isPaged]);

  return {
    scroller,
    ...(isPrinting ? { first: 0, end: count } : windowOf(seen, count, rowHeight)),
    // Renders in the same frame as the scrolling; rows that arrive a frame later are visible as blank ones.
    onScroll: () => flushSync(look),
    reveal,
    toTop,
  };
}

/** Returns whether the page is being printed, which shows all rows. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser prints what is drawn when the event ends.
    const note = ({ type }: Event) => flushSync(() => setPrinting(type === "beforeprint"));
    window.addEventListener("beforeprint", note);
    window.addEventListener("afterprint", note);
    return () => {
      window.removeEventListener("beforeprint", note);
      window.removeEventListener("afterprint", note);
    };
  }, []);
  return isPrinting;
}

/** Calls `look` when the list's size changes, and on a small screen when the page or a dialog around it scrolls. */
function useLooks(scroller: RefObject<HTMLElement | null>, look: () => void, isPaged: boolean) {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(look);
    observer.observe(element);
    const around = isPaged ? (element.closest("dialog") ?? window) : null;
    // In the same frame as the scrolling, because rows that come a frame later flash as blank.
    const scrolled = () => flushSync(look);
    around?.addEventListener("scroll", scrolled, { passive: true });
    return () => {
      observer.disconnect();
      around?.removeEventListener("scroll", scrolled);
    };
  }, [scroller, look, isPaged]);
}

interface View {
  /** The scroll position of the list, in pixels. */
  readonly top: number;
  readonly height: number;
}

/** On a small screen the list itself does not scroll, but the page or the dialog around it. */
function viewOnPage(element: HTMLElement): View {
  const { top } = element.getBoundingClientRect();
  const around = element.closest("dialog");
  const start = around?.getBoundingClientRect().top ?? 0;
  return { top: Math.max(0, start - top), height: around?.clientHeight ?? window.innerHeight };
}

/** @param place the row's distance from the list's top, in pixels. */
function revealOnPage(element: HTMLElement, place: number, rowHeight: number) {
  const around = element.closest("dialog");
  const { top } = element.getBoundingClientRect();
  // The index covers the top of the page.
  const covered = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const start = around?.getBoundingClientRect().top ?? covered;
  const end = (around ? start : 0) + (around?.clientHeight ?? window.innerHeight);
  const below = top + place + rowHeight - end;
  const above = start - (top + place);
  const by = above > 0 ? -above : Math.max(0, below);
  (around ?? window).scrollBy({ top: by });
}

/** Returns the visible range in steps of half the margin, so that not every scrolled pixel renders. */
function stepped({ top, height }: View, rowHeight: number): View {
  const step = (rowHeight * MARGIN) / 2;
  return { top: Math.floor(top / step) * step, height };
}

function windowOf(seen: View, count: number, rowHeight: number) {
  // The browser scrolls a list that became shorter; until its scroll event, the list's end is visible.
  const top = Math.min(seen.top, Math.max(0, count * rowHeight - seen.height));
  return {
    first: Math.max(0, Math.floor(top / rowHeight) - MARGIN),
    end: Math.min(count, Math.ceil((top + seen.height) / rowHeight) + MARGIN + MARGIN / 2),
  };
}
