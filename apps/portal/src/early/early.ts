/**
 * Stands in the page's head, and runs before anything else: looks, the first questions to the services, and the sign-in
 * form, which acts before React is there. When the page has been read it chooses between what was built ahead of time.
 */
import { askForAccountParts } from "../shared/account-parts.ts";
import { passkeysHere } from "../shared/passkeys/passkeys-here.ts";
import { readSettings } from "../shared/settings.ts";
import { readStoredSession } from "../shared/stored.ts";
import { readTheme, showAccent, showTheme } from "../shared/theme.ts";
import { askForAccount } from "./account-calls.ts";
import { isServedBuying, tendBuying } from "./buying-page.ts";
import { fillIn, showAccountFrame, warmUpFormats } from "./first-screen.ts";
import { caretToFirstField, showLead, showTyped } from "./form-looks.ts";
import { askForPortal, reloadOnce, whenAtRest } from "./portal-parts.ts";
import { tendSignInForm } from "./sign-in-form.ts";

/** Where who is signed out finds the form, and where she is led to it. */
const FORM_PATHS = /^\/(team-subscription\/?)?$/;
const LED_TO_FORM = /^\/(manage-team|reset|admin(\/.*)?)\/?$/;

const settings = readSettings();
const page = document.documentElement;
const session = readStoredSession();
if (!session && LED_TO_FORM.test(location.pathname)) history.replaceState(null, "", "/");
const isForm = !session && FORM_PATHS.test(location.pathname);
const isBuying = !session && /^\/buy\/?$/.test(location.pathname) && isServedBuying();
const isAccount = session !== null && location.pathname === "/";

if (isAccount && Date.now() < session.accessEndsAt - 10_000) askForAccount(session.accessToken);
else if (session) askForAccountParts();
// The served view is hidden from a person who is to see another one.
if (!isForm && !isBuying) page.dataset["waits"] = "";
if (!passkeysHere()) page.dataset["passkeys"] = "off";
showTheme(readTheme());
showAccent(settings.accentTokens);

const form = isForm ? tendSignInForm(moveOn) : null;
if (form) {
  window.foyerSignIn = form;
  whenAtRest(() => {
    // What the browser has filled in meanwhile it may have told nobody.
    if (window.foyerSignIn) showTyped();
    // What does not come now is asked for when it is needed.
    askForPortal().catch(() => null);
  });
} else if (isBuying) {
  window.foyerBuying = tendBuying();
  whenAtRest(() => void askForPortal().catch(reloadOnce));
} else {
  askForPortal().catch(reloadOnce);
}

document.addEventListener("DOMContentLoaded", finish);

function finish() {
  const root = document.getElementById("root");
  if (!root) return;
  if (isAccount) {
    showAccountFrame(root);
    requestAnimationFrame(() => setTimeout(warmUpFormats));
  } else if (!isForm && !isBuying) root.replaceChildren();
  fillIn(root, settings);
  delete page.dataset["waits"];
  if (!form) return;
  showLead(location.pathname, new URLSearchParams(location.search));
  // After the first paint, which nothing of this keeps waiting. What is typed or pressed before is heard.
  requestAnimationFrame(() =>
    setTimeout(() => {
      if (!window.foyerSignIn) return;
      showTyped();
      caretToFirstField();
    }),
  );
}

/** The form was sent, and the session is there. */
function moveOn(accessToken: string) {
  const root = document.getElementById("root");
  if (!root || location.pathname !== "/") return;
  askForAccount(accessToken);
  showAccountFrame(root);
  fillIn(root, settings);
  root.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
  scrollTo(0, 0);
}
