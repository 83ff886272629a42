const key = "foyer.reloaded-for";

/**
 * Loads the page anew when a part of the portal is not there any more, as happens to a page that was open while a new
 * release came. Once for each part: one that is missing for another reason ends on the fallback screen.
 */
export function reloadForNewRelease() {
  window.addEventListener("vite:preloadError", (event) => {
    const missing = event.payload.message;
    // A form is whole without it, and a new page would cost what was typed.
    if (missing.includes("/strength-meter-")) return;
    if (sessionStorage.getItem(key) === missing) return;
    sessionStorage.setItem(key, missing);
    event.preventDefault();
    location.reload();
  });
}
