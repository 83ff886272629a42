import { reloadOnce } from "../shared/storage/reload-once.ts";

const missing = new WeakSet<object>();

/** Returns whether the failure is a file of the portal that could not be loaded. */
export function isMissingFile(error: unknown): boolean {
  return typeof error === "object" && error !== null && missing.has(error);
}

/** Reloads the page once if a file of the portal is gone; otherwise the fallback screen says what to do. */
export function reloadForNewRelease() {
  window.addEventListener("vite:preloadError", (event) => {
    missing.add(event.payload);
    // A form works without this file, and a reload would lose the typed text.
    if (event.payload.message.includes("/strength-meter-")) return;
    if (reloadOnce()) event.preventDefault();
  });
}
