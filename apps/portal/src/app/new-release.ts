const key = "foyer.reloaded-for";

/**
 * Reloads the page if a file of the portal no longer exists, which happens to a page that was open during a release.
 * Reloads once for each file: if the file is missing for another reason, the fallback screen is shown.
 */
export function reloadForNewRelease() {
  window.addEventListener("vite:preloadError", (event) => {
    const missing = event.payload.message;
    // A form works without this file, and a reload would lose the typed text.
    if (missing.includes("/strength-meter-")) return;
    if (sessionStorage.getItem(key) === missing) return;
    sessionStorage.setItem(key, missing);
    event.preventDefault();
    location.reload();
  });
}
