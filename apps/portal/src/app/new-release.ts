import { reloadOnce } from "../shared/storage/reload-once.ts";

/** Reloads the page once if a file of the portal is gone, which happens to a page that was open during a release. */
export function reloadForNewRelease() {
  window.addEventListener("vite:preloadError", ({ payload }) => {
    // A form works without this file, and a reload would lose the typed text.
    if (!payload.message.includes("/strength-meter-")) reloadOnce();
  });
}
