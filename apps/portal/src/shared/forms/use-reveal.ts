import { useState } from "react";
import { words } from "#words/common";

/** The switch that shows the typed text in the password fields of a form. */
export function useReveal() {
  const [shown, setShown] = useState(false);
  return { shown, onToggle: () => setShown(!shown), show: words.show, hide: words.hide };
}
