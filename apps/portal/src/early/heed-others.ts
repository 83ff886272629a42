import { readStoredSession } from "../shared/storage/stored.ts";
import { chooseTheme, themeOf } from "../shared/storage/theme.ts";
import { askForPortal } from "./portal-parts.ts";

/**
 * Handles input on a served page other than submitting its form. A pressed button that needs the application is added to
 * `pressed`, and the application is requested.
 *
 * @param onMissing runs if the application fails to load.
 */
export function heedOthers(pressed: (() => void)[], signal: AbortSignal, onMissing: () => void) {
  function clicked(event: MouseEvent) {
    const { target } = event;
    const button = target instanceof Element ? target.closest<HTMLElement>("button:not([type=submit])") : null;
    if (!button) return;
    event.stopPropagation();
    pressed.push(() => button.click());
    askForPortal().catch(onMissing);
  }
  document.addEventListener("click", clicked, { capture: true, signal });
  document.addEventListener("change", changed, { signal });
  addEventListener("pageshow", cameBack, { signal });
}

function changed({ target }: Event) {
  if (target instanceof HTMLSelectElement) chooseTheme(themeOf(target.value));
}

/** A page from the browser's cache may belong to a person who has signed in since. */
function cameBack({ persisted }: PageTransitionEvent) {
  if (persisted && readStoredSession()) location.reload();
}
