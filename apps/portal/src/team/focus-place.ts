import type { RefObject } from "react";

/**
 * Returns the place of the focus after an action: the first element that is there and enabled when it is needed, because the
 * action may have removed the others.
 */
export function placeOf(...finds: readonly (() => HTMLElement | null | undefined)[]): RefObject<HTMLElement | null> {
  return {
    get current() {
      for (const find of finds) {
        const place = find();
        if (!place || place.matches(":disabled")) continue;
        if (place.tabIndex < 0) place.tabIndex = -1;
        return place;
      }
      return null;
    },
  };
}
