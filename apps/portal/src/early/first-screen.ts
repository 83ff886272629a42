import type { PortalSettings } from "@foyer/contract/portal-settings";
import { copyrightLine } from "../shared/settings.ts";

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

/** Puts the brand's words where the page that was built ahead of time has `%name%`. */
export function fillIn(root: HTMLElement, settings: PortalSettings) {
  const { brand } = settings;
  const words: Record<string, string> = {
    provider: brand.provider,
    accountsTitle: brand.accountsTitle,
    company: brand.company,
    supportEmail: brand.supportEmail,
    salesEmail: brand.salesEmail,
    legalUrl: brand.legalUrl,
    years: copyrightLine(settings).slice(0, -brand.company.length - 1),
  };
  const filled = (text: string) => text.replaceAll(/%(\w+)%/g, (whole, name: string) => words[name] ?? whole);
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) node.nodeValue = filled(node.nodeValue ?? "");
  for (const link of root.querySelectorAll("a[href*='%']")) {
    link.setAttribute("href", filled(link.getAttribute("href") ?? ""));
  }
}
