import { useState } from "react";
import { words } from "#words/common";

/** The switch that shows what is typed into a password field. */
export function useReveal() {
  const [shown, setShown] = useState(false);
  return { shown, onToggle: () => setShown(!shown), show: words.show, hide: words.hide };
}
