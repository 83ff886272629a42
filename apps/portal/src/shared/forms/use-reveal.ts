import { useState } from "react";
import { words } from "#words/common";

/** Returns the properties of a password field's button that shows the typed text. */
export function useReveal() {
  const [shown, setShown] = useState(false);
  return { shown, onToggle: () => setShown(!shown), show: words.show, hide: words.hide };
}
