import "@foyer/ui/tokens.css";
import "@foyer/ui/base.css";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { App, beReadyForSignedIn } from "./app/app.tsx";
import { reloadForNewRelease } from "./app/new-release.ts";
import { noteRevision } from "./app/revision.ts";
import { reportFailure, reportUncaught } from "./shared/report-failure.ts";
import { currentSession, followOtherTabs } from "./shared/session.ts";

reportUncaught();
reloadForNewRelease();
followOtherTabs();

const root = document.getElementById("root");
if (!root) throw new Error("the page has no #root");
const app = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
);
const reporting = { onUncaughtError: reportFailure, onRecoverableError: reportFailure };
const draw = () => {
  createRoot(root, reporting).render(app);
  noteRevision();
};
if (currentSession().signedIn) {
  // A file that did not come is asked for again by what is drawn then, and missed there.
  beReadyForSignedIn(location.pathname).then(draw, draw);
} else if (root.dataset["screen"] === "sign-in" && location.pathname === "/") {
  hydrateRoot(root, app, reporting);
  noteRevision();
} else {
  draw();
}
