/**
 * Runs twice, before anything else: in the head (looks, and the first questions to the services), and at the end of the
 * body (what is built ahead of time gets the brand's words, or makes room for the account page).
 */
import type { UserInfo } from "@foyer/contract/sign-in";
import { askForAccountParts, isAllInView } from "../shared/account-parts.ts";
import { baseAddresses } from "../shared/base-addresses.ts";
import { earlyCustomerPaths, earlyKey, earlyLowerPaths, earlyPaths } from "../shared/early-calls.ts";
import { passkeysHere } from "../shared/passkeys/passkeys-here.ts";
import { copyrightLine, readSettings } from "../shared/settings.ts";
import { readStoredSession } from "../shared/stored.ts";
import { readTheme, showAccent, showTheme } from "../shared/theme.ts";

const TIMEOUT_MS = 15_000;

const root = document.getElementById("root");
const settings = readSettings();

if (root) finishFirstScreen(root);
else begin();

function begin() {
  const session = readStoredSession();
  if (session && location.pathname === "/" && Date.now() < session.accessEndsAt - 10_000) {
    askForAccount(session.accessToken);
  } else if (session) {
    askForAccountParts();
  }
  if (!passkeysHere()) document.documentElement.dataset["passkeys"] = "off";
  showTheme(readTheme());
  showAccent(settings.accentTokens);
}

/** Asks for all that the account page shows, so that it is here when the application is. */
function askForAccount(token: string) {
  const early = new Map<string, Promise<Response>>();
  const { accountsUrl, purchaseUrl } = baseAddresses(settings, location.hostname);
  function ask(call: string, id = ""): Promise<Response> {
    const [method = "", path = ""] = call.replace(":id", id).split(" ");
    const url = `${path.startsWith("/api/v2/") ? purchaseUrl : accountsUrl}${path}`;
    const authorization = `Bearer ${token}`;
    const headers = { accept: "application/json", authorization };
    const answer = fetch(url, { method, headers, signal: AbortSignal.timeout(TIMEOUT_MS) }).then(readWhole);
    // Whoever takes it asks again; nobody must be told of a failure that nobody waits for.
    answer.catch(() => null);
    early.set(earlyKey(method, url, authorization), answer);
    return answer;
  }

  async function askForCustomer(user: Promise<Response>) {
    const answer = await user;
    // Read from a copy: the application takes the answer itself.
    const { userinfo } = (await answer.clone().json()) as { userinfo?: UserInfo };
    const id = userinfo?.customer_id[0];
    if (id) for (const call of Object.values(earlyCustomerPaths)) void ask(call, encodeURIComponent(id));
  }

  window.foyerEarly = early;
  // In the order of what waits longest: a browser makes six requests to a host at a time, and the others wait.
  const { readUser, ...others } = earlyPaths;
  const user = ask(readUser);
  askForAccountParts();
  for (const call of Object.values(others)) void ask(call);
  // What is not in the first view does not share the line with the scripts.
  if (!isAllInView()) return;
  for (const call of Object.values(earlyLowerPaths)) void ask(call);
  askForCustomer(user).catch(() => null);
}

/** The answer with its body read: now there is time for it, while the scripts still come. */
async function readWhole(answer: Response): Promise<Response> {
  return new Response(await answer.text(), answer);
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
    requestAnimationFrame(() => setTimeout(warmUpFormats));
  }
  fillIn(screen);
}

/**
 * A browser reads its tables of dates and amounts when it is first asked for one, on a slow telephone for a tenth of a
 * second: better now, while the scripts still come, than when the account is to be drawn.
 */
function warmUpFormats() {
  const locale = "en-US";
  new Date().toLocaleDateString(locale, { timeZone: "UTC", year: "numeric", month: "short", day: "2-digit" });
  (0).toLocaleString(locale, { style: "currency", currency: "USD" });
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
