import { reloadOnce } from "../shared/storage/reload-once.ts";

/** Replaces the form by the account page's frame. */
export function showAccountFrame(root: HTMLElement) {
  const account = document.getElementById("first-account");
  if (account instanceof HTMLTemplateElement) root.replaceChildren(account.content.cloneNode(true));
}

/**
 * Formats a date and an amount once, so that the browser loads its format tables now. On a slow phone that takes a tenth of a
 * second, which would otherwise delay the account page.
 */
export function warmUpFormats() {
  const locale = "en-US";
  new Date().toLocaleDateString(locale, { timeZone: "UTC", year: "numeric", month: "short", day: "2-digit" });
  (0).toLocaleString(locale, { style: "currency", currency: "USD" });
}

/** Replaces a page that cannot work by instructions. */
export function showInstead(reason: "missing" | "no-site-data") {
  const instead = document.querySelector<HTMLTemplateElement>("#first-instead")?.content;
  const screen = instead?.querySelector(`[data-part="${reason}"]`);
  screen?.querySelector("button")?.addEventListener("click", () => location.reload());
  if (screen) document.getElementById("root")?.replaceChildren(screen);
}

/** Reloads the page once if the application failed to load; after that, shows instructions. */
export function reloadOrSay() {
  if (reloadOnce()) return;
  const say = () => showInstead("missing");
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", say);
  else say();
}
