import type { RefObject } from "react";

/**
 * Gives the focus back to the element that opened a dialog. If it is gone or disabled, or becomes so while it has the focus,
 * `instead` gets it: the action of the dialog often removes that element a moment later.
 */
export function returnFocus(opener: Element | null, instead: RefObject<HTMLElement | null> | undefined) {
  // Another dialog has opened and has the focus.
  if (document.querySelector("dialog:modal")) return;
  const moveOn = () => instead?.current?.focus({ preventScroll: true });
  if (!canHaveFocus(opener)) return moveOn();
  opener.focus({ preventScroll: true });
  if (instead) watch(opener, moveOn);
}

function canHaveFocus(element: Element | null): element is HTMLElement {
  return (
    element instanceof HTMLElement && element !== document.body && element.isConnected && !element.matches(":disabled")
  );
}

/** Calls `moveOn` if the element can no longer have the focus, unless the focus has moved before. */
function watch(element: HTMLElement, moveOn: () => void) {
  const observer = new MutationObserver(() => {
    if (canHaveFocus(element)) return;
    stop();
    moveOn();
  });
  const left = () => {
    // A removed element also loses the focus. The person has moved it only if the element is still there.
    queueMicrotask(() => {
      if (canHaveFocus(element)) stop();
    });
  };
  function stop() {
    observer.disconnect();
    element.removeEventListener("blur", left);
  }
  element.addEventListener("blur", left);
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["disabled"] });
}
