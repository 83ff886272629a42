/** Elements that can take the focus when a control inside them cannot: row, list, section, dialog, page. */
const PLACES = ["li", "tr", "[role=row]", "ul[aria-label]", "section", "[role=region]", "dialog", "main"].join(",");

type Places = readonly HTMLElement[];

/** The places around an element, the innermost first. */
function placesOf(element: Element): Places {
  const places: HTMLElement[] = [];
  for (let at = element.closest<HTMLElement>(PLACES); at; at = at.parentElement?.closest<HTMLElement>(PLACES) ?? null) {
    places.push(at);
  }
  return places;
}

const mayHold = (element: Element) =>
  element.isConnected && !element.matches(":disabled") && element.checkVisibility({ visibilityProperty: true });

/**
 * Keeps the focus nearby when the focused control disappears or is disabled (LOOK-06). It moves to the row around the control,
 * else to the list or section, else to the heading. After a dialog, it moves to the place from which the dialog was opened. Acts
 * only if nothing else has the focus.
 *
 * @returns a function that stops watching.
 */
export function keepFocus(): () => void {
  let last: Element | null = null;
  let onPage: Places = [];
  let inDialog: Places = [];
  let frame = 0;

  function note({ target }: Event) {
    if (!(target instanceof Element)) return;
    // Some browsers do not focus a clicked control.
    const held = target.closest("a, button, input, select, textarea, summary, [tabindex]");
    if (!held) return;
    last = held;
    if (held.closest("dialog")) inDialog = placesOf(held);
    else onPage = placesOf(held);
  }

  function restore() {
    const { activeElement } = document;
    if ((activeElement && activeElement !== document.body) || !last || mayHold(last)) return;
    const isInDialog = document.querySelector("dialog:modal") !== null;
    const place = (isInDialog ? inDialog : onPage).find(mayHold);
    const holder = place?.matches("dialog, main") ? place.querySelector<HTMLElement>("h1, h2") : place;
    if (!holder) return;
    if (holder.tabIndex < 0) holder.tabIndex = -1;
    holder.focus({ preventScroll: true });
  }

  const watch = new MutationObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(restore);
  });
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled", "hidden"] });
  document.addEventListener("focusin", note);
  document.addEventListener("click", note, true);
  return () => {
    cancelAnimationFrame(frame);
    watch.disconnect();
    document.removeEventListener("focusin", note);
    document.removeEventListener("click", note, true);
  };
}
