import { reloadOnce } from "../shared/storage/reload-once.ts";
import { catalogueElement, choiceKey, namesChoice, type ServedBuying } from "../shared/served/served-buying.ts";
import { heedOthers } from "./heed-others.ts";
import { reloadOrSay } from "./first-screen.ts";
import { askForPortal } from "./portal-parts.ts";

/** Returns true if the served page of /buy is right for this browser: no trial, and no other stored choice. */
export function isServedBuying(): boolean {
  if (!document.getElementById(catalogueElement)) return false;
  const query = new URLSearchParams(location.search);
  if (query.has("trial")) return false;
  return namesChoice(query) || localStorage.getItem(choiceKey) === null;
}

/**
 * Handles input on the served page of /buy until the application takes over. Fields keep their values, and a pressed button
 * is pressed again. The first input requests the application.
 */
export function tendBuying(): ServedBuying {
  const end = new AbortController();
  const { signal } = end;
  const pressed: (() => void)[] = [];
  // Choices work without the application; a pressed button does not.
  const ask = () => void askForPortal().catch(() => (pressed.length > 0 ? reloadOrSay() : reloadOnce()));
  for (const sign of ["pointerdown", "keydown", "change"])
    document.addEventListener(sign, ask, { once: true, capture: true, signal });
  document.addEventListener(
    "submit",
    (event) => {
      const { target: form } = event;
      event.preventDefault();
      event.stopPropagation();
      if (form instanceof HTMLFormElement && pressed.length === 0) pressed.push(() => form.requestSubmit());
      ask();
    },
    { capture: true, signal },
  );
  heedOthers(pressed, signal, reloadOrSay);
  return {
    leave: () => {
      end.abort();
      for (const press of pressed) press();
    },
  };
}
