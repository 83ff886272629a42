/**
 * Runs twice, before anything else: in the head (looks, and the first questions to the service), and at the end of the
 * body (what is built ahead of time gets the brand's words, or makes room for the account page).
 */
import { baseAddresses } from "../shared/base-addresses.ts";
import { type EarlyCall, earlyPaths } from "../shared/early-data.ts";
import { copyrightLine, readSettings } from "../shared/settings.ts";
import { readStoredSession } from "../shared/stored.ts";
import { readTheme, showAccent, showTheme } from "../shared/theme.ts";

const root = document.getElementById("root");
const settings = readSettings();

if (root) finishFirstScreen(root);
else begin();

function begin() {
  showTheme(readTheme());
  showAccent(settings.brand.accent);
  const session = readStoredSession();
  if (location.pathname !== "/" || !session || Date.now() > session.accessEndsAt - 10_000) return;
  askForAccountParts();
  const { accountsUrl } = baseAddresses(settings, location.hostname);
  const early: NonNullable<Window["foyerEarly"]> = {};
  for (const name of Object.keys(earlyPaths) as EarlyCall[]) {
    const [method, path] = earlyPaths[name];
    const answer = fetch(`${accountsUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${session.accessToken}`, accept: "application/json" },
    }).then((response) => (response.ok ? response.json() : null));
    // Whoever takes it asks again; nobody must be told of a failure that nobody waits for.
    answer.catch(() => null);
    early[name] = answer;
  }
  window.foyerEarly = early;
}

/** Scripts and styles of the account page, beside the ones that every page has. */
function askForAccountParts() {
  const parts = document.querySelector<HTMLMetaElement>('meta[name="account-parts"]')?.content ?? "";
  for (const part of parts.split(" ")) {
    const link = document.createElement("link");
    link.rel = part.endsWith(".css") ? "stylesheet" : "modulepreload";
    link.href = part;
    link.crossOrigin = "";
    if (part) document.head.append(link);
  }
}

function finishFirstScreen(screen: HTMLElement) {
  const session = readStoredSession();
  if (location.pathname !== "/") {
    screen.replaceChildren();
    return;
  }
  if (session) {
    const account = document.getElementById("first-account");
    if (account instanceof HTMLTemplateElement) screen.replaceChildren(account.content.cloneNode(true));
  }
  fillIn(screen);
}

/** Puts the brand's words where the page that was built ahead of time has `%name%`. */
function fillIn(screen: HTMLElement) {
  const { brand } = settings;
  const words: Record<string, string> = {
    provider: brand.provider,
    company: brand.company,
    supportEmail: brand.supportEmail,
    salesEmail: brand.salesEmail,
    legalUrl: brand.legalUrl,
    years: copyrightLine(settings).slice(0, -brand.company.length - 1),
  };
  const filled = (text: string) => text.replaceAll(/%(\w+)%/g, (whole, name: string) => words[name] ?? whole);
  const nodes = document.createTreeWalker(screen, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) node.nodeValue = filled(node.nodeValue ?? "");
  for (const link of screen.querySelectorAll("a[href*='%']")) {
    link.setAttribute("href", filled(link.getAttribute("href") ?? ""));
  }
}
