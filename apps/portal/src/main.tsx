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

/** Goes on with the page as it was served: the frame of the account page, the sign-in form as it stands, or nothing. */
async function begin() {
  const page = document.getElementById("root");
  if (!page) throw new Error("the page has no #root");
  const served = window.foyerSignIn;
  // Drawn over the served form, it must be here. If it did not load, drawing requests it again.
  if (served) await fetchSignIn().catch(() => null);
  const answer = await served?.settled();
  if (answer?.kind === "signed_in") {
    takeOverSession(answer.userinfo);
    // Another page has come in the place of the form: its heading takes the focus.
    noteNavigation();
  } else {
    followStored();
  }
  if (currentSession().signedIn) {
    takeServedForm();
    // A file that did not come is asked for again by what is drawn then, and missed there.
    await beReadyForSignedIn(location.pathname).catch(() => null);
    draw(page);
  } else if (served || window.foyerBuying) {
    served?.hold();
    // The served page of /buy is taken over by its own file, which has to be here before.
    if (!served) await fetchBuying().catch(() => null);
    hydrateRoot(page, app, reporting);
    noteRevision();
  } else {
    draw(page);
  }
}

// Asked for from the page's head, it may be here before the page has been read.
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
