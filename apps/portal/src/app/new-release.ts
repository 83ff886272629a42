import { reloadOnce } from "../shared/storage/reload-once.ts";

/** Milliseconds after the return of the network until a missing file is no longer a result of its absence. */
const OFFLINE_EFFECT_MS = 10_000;

/** Reloads the page once if a file of the portal is gone, which happens to a page that was open during a release. */
export function reloadForNewRelease() {
  let wasOffline = false;
  window.addEventListener("offline", () => (wasOffline = true));
  window.addEventListener("online", () => {
    setTimeout(() => (wasOffline = !navigator.onLine), OFFLINE_EFFECT_MS);
  });
  window.addEventListener("vite:preloadError", ({ payload }) => {
    // A form works without this file, and a reload would lose the typed text.
    if (payload.message.includes("/strength-meter-")) return;
    // A file that failed to load offline may report it when the browser is online again.
    if (!wasOffline) reloadOnce();
  });
}
