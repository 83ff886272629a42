import type { RefObject } from "react";

/**
 * Where the focus goes after an act, looked for only then: what the act was about may have gone, and another place of the
 * same section takes its part.
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
