/**
 * Runs in the page's head, before everything else. It applies the theme, sends the first requests, and makes the sign-in form
 * work before React has loaded. Once the page is parsed, it shows one of the prerendered screens.
 */
import { askForAccountParts } from "../shared/served/account-parts.ts";
import { passkeysHere } from "../shared/passkeys/passkeys-here.ts";
import { reloadOnce } from "../shared/storage/reload-once.ts";
import { readSettings } from "../shared/settings/settings.ts";
import { canStore, readStoredSession, type StoredSession } from "../shared/storage/stored.ts";
import { readTheme, showAccent, showTheme } from "../shared/storage/theme.ts";
import { askForAccount } from "./account-calls.ts";
import { isServedBuying, tendBuying } from "./buying-page.ts";
import { reloadOrSay, showAccountFrame, showInstead, warmUpFormats } from "./first-screen.ts";
import { caretToFirstField, showLead, showTyped } from "./form-looks.ts";
import { askForPortal, whenAtRest } from "./portal-parts.ts";
import { tendSignInForm } from "./sign-in-form.ts";

/** Paths that show the sign-in form to signed-out visitors, those in team mode, and paths that redirect to the form. */
const FORM_PATHS = /^\/(team-subscription\/?)?$/;
const TEAM_PATH = /^\/team-subscription\/?$/;
const LED_TO_FORM = /^\/(manage-team|reset|admin(\/.*)?)\/?$/;

const page = document.documentElement;

showAccent(readSettings().accentTokens);
if (canStore()) begin(readStoredSession());
else {
  page.dataset["waits"] = "";
  document.addEventListener("DOMContentLoaded", () => {
    showInstead("no-site-data");
    delete page.dataset["waits"];
  });
}

function begin(session: StoredSession | null) {
  if (!session && LED_TO_FORM.test(location.pathname)) history.replaceState(null, "", "/");
  const isForm = !session && FORM_PATHS.test(location.pathname);
  const isBuying = !session && /^\/buy\/?$/.test(location.pathname) && isServedBuying();
  const isAccount = session !== null && location.pathname === "/";

  if (isAccount && Date.now() < session.accessEndsAt - 10_000) askForAccount(session.accessToken);
  else if (session) askForAccountParts();
  // Hides the served view from a person who will see another one.
  if (!isForm && !isBuying) page.dataset["waits"] = "";
  if (!passkeysHere()) page.dataset["passkeys"] = "off";
  showTheme(readTheme());

  if (isForm) {
    window.foyerSignIn = tendSignInForm(moveOn);
    whenAtRest(() => {
      // Autofill may set a value without firing an event, so the fields are read again.
      if (window.foyerSignIn) showTyped();
      // A file that fails to load now is requested again when it is needed.
      askForPortal().catch(() => null);
    });
  } else if (isBuying) {
    window.foyerBuying = tendBuying();
    whenAtRest(() => void askForPortal().catch(reloadOnce));
  } else {
    askForPortal().catch(reloadOrSay);
  }

  document.addEventListener("DOMContentLoaded", () =>
    finish(isAccount ? "account" : isForm ? "form" : isBuying ? "buying" : "other"),
  );
}

function finish(shown: "account" | "form" | "buying" | "other") {
  const root = document.getElementById("root");
  if (!root) return;
  if (shown === "account") {
    showAccountFrame(root);
    requestAnimationFrame(() => setTimeout(warmUpFormats));
  } else if (shown === "other") root.replaceChildren();
  delete page.dataset["waits"];
  if (shown !== "form") return;
  showLead(TEAM_PATH.test(location.pathname), new URLSearchParams(location.search));
  // After the first paint, so as not to delay it. Input before that is not lost.
  requestAnimationFrame(() =>
    setTimeout(() => {
      if (!window.foyerSignIn) return;
      showTyped();
      caretToFirstField();
    }),
  );
}

/** Shows the account page after the form has opened a session. */
function moveOn(accessToken: string) {
  const root = document.getElementById("root");
  if (!root || location.pathname !== "/") return;
  askForAccount(accessToken);
  showAccountFrame(root);
  root.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
  scrollTo(0, 0);
}
