import { reloadOnce } from "../shared/storage/reload-once.ts";

/** Reloads the page once if a file of the portal is gone, which happens to a page that was open during a release. */
export function reloadForNewRelease() {
  let wasOffline = false;
  window.addEventListener("offline", () => (wasOffline = true));
  window.addEventListener("vite:preloadError", ({ payload }) => {
    // A form works without this file, and a reload would lose the typed text.
    if (payload.message.includes("/strength-meter-")) return;
    // A file that failed to load offline may report it when the browser is online again.
    if (wasOffline && navigator.onLine) wasOffline = false;
    else reloadOnce();
  });
}
