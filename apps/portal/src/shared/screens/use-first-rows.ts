import { type RefObject, useRef, useState } from "react";
import { flushSync } from "react-dom";

interface FirstRows {
  /** The list whose rows they are. */
  readonly list: RefObject<HTMLUListElement | null>;
  readonly showsAll: boolean;
  /** Shows the other rows too, and moves the focus to the first of them. */
  readonly showAll: () => void;
}

/** A list that shows only its first rows until the person asks for the others. @param count rows at first. */
export function useFirstRows(count: number): FirstRows {
  const [showsAll, setShowsAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  function showAll() {
    flushSync(() => setShowsAll(true));
    // The first of the added rows.
    const row = list.current?.children[count];
    if (row instanceof HTMLElement) {
      row.tabIndex = -1;
      row.focus();
    }
  }
  return { list, showsAll, showAll };
}
