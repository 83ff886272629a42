import "@foyer/ui/tokens.css";
import "@foyer/ui/base.css";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "./shared/screens/router.tsx";
import { App, beReadyForSignedIn } from "./app/app.tsx";
import { fetchSignIn } from "./app/home-screen.tsx";
import { reloadForNewRelease } from "./app/new-release.ts";
import { fetchBuying } from "./app/routes.tsx";
import { takeServedForm } from "./shared/served/early-sign-in.ts";
import { reportFailure, reportUncaught } from "./shared/failures/report-failure.ts";
import { noteNavigation } from "./shared/screens/screen.tsx";
import { currentSession, followOtherTabs, followStored, takeOverSession } from "./shared/session/session.ts";

reportUncaught();
reloadForNewRelease();
followOtherTabs();

const app = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
);
const reporting = { onUncaughtError: reportFailure, onRecoverableError: reportFailure };

function draw(page: HTMLElement) {
  createRoot(page, reporting).render(app);
  noteRevision();
}

/** Continues from the served page: the account page's frame, the sign-in form, the page of /buy, or an empty page. */
async function begin() {
  const page = document.getElementById("root");
  if (!page) throw new Error("the page has no #root");
  const served = window.foyerSignIn;
  // Hydration needs this file. If it fails to load, rendering requests it again.
  if (served) await fetchSignIn().catch(() => null);
  const answer = await served?.settled();
  if (answer?.kind === "signed_in") {
    takeOverSession(answer.userinfo);
    // Another page replaces the form, so its heading takes the focus.
    noteNavigation();
  } else {
    followStored();
  }
  if (currentSession().signedIn) {
    takeServedForm();
    // If a file fails to load, rendering requests it again and reports the failure there.
    await beReadyForSignedIn(location.pathname).catch(() => null);
    draw(page);
  } else if (served || window.foyerBuying) {
    served?.hold();
    // Hydrating the served page of /buy needs its file.
    if (!served) await fetchBuying().catch(() => null);
    hydrateRoot(page, app, reporting);
    noteRevision();
  } else {
    draw(page);
  }
}

// The script may arrive before the page has been parsed.
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => void begin());
else void begin();

/** Logs the revision that the host serves (SHELL-11), when the browser is idle. */
function noteRevision() {
  const ask = () => void log();
  if ("requestIdleCallback" in window) window.requestIdleCallback(ask);
  else setTimeout(ask, 1000);
}

async function log() {
  try {
    const answer = await fetch("/conf");
    const conf: unknown = await answer.json();
    // Support reads it from the console.
    // oxlint-disable-next-line no-console
    console.info("revision", conf);
  } catch {
    // The revision is not needed for anything else.
  }
}
