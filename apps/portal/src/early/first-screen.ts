import { reloadOnce } from "../shared/storage/reload-once.ts";

/** Puts the account page's frame in the place of the form. */
export function showAccountFrame(root: HTMLElement) {
  const account = document.getElementById("first-account");
  if (account instanceof HTMLTemplateElement) root.replaceChildren(account.content.cloneNode(true));
}

/**
 * A browser reads its tables of dates and amounts when it is first asked for one, on a slow telephone for a tenth of a
 * second: better now, while the scripts still come, than when the account is to be drawn.
 */
export function warmUpFormats() {
  const locale = "en-US";
  new Date().toLocaleDateString(locale, { timeZone: "UTC", year: "numeric", month: "short", day: "2-digit" });
  (0).toLocaleString(locale, { style: "currency", currency: "USD" });
}

/** Shows what the person can do in the place of a page that cannot work. */
export function showInstead(reason: "missing" | "no-site-data") {
  const instead = document.querySelector<HTMLTemplateElement>("#first-instead")?.content;
  const screen = instead?.querySelector(`[data-part="${reason}"]`);
  screen?.querySelector("button")?.addEventListener("click", () => location.reload());
  if (screen) document.getElementById("root")?.replaceChildren(screen);
}

/** Reloads a page whose application did not come, once; after that the page says what to do. */
export function reloadOrSay() {
  if (reloadOnce()) return;
  const say = () => showInstead("missing");
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", say);
  else say();
}
