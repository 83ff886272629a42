import { StrictMode, Suspense } from "react";
import { Button } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import { words as screens } from "#words/screens";
import { words } from "#words/sign-in";
import { AccountSkeleton } from "../account/account-skeleton.tsx";
import { App } from "./app.tsx";
import { fetchSignIn } from "./home-screen.tsx";
import { BarSkeleton } from "./shell/bar-skeleton.tsx";
import { brand } from "../shared/settings/settings.ts";
import failure from "./failure-boundary.module.css";
import { DeskLinks } from "./shell/desk-links.tsx";
import { Shell } from "./shell/shell.tsx";

/** Renders the markup that is shown before any script runs. `early.ts` chooses between form and account, and copies parts. */
export async function renderFirstScreens(): Promise<{
  title: string;
  signIn: string;
  account: string;
  parts: string;
  instead: string;
  noScript: string;
}> {
  await fetchSignIn();
  const signIn = renderToString(
    <StrictMode>
      <StaticRouter location="/">
        <App />
      </StaticRouter>
    </StrictMode>,
  );
  const account = renderToString(
    <StaticRouter location="/">
      <Shell bar={<BarSkeleton />}>
        <Suspense>
          <AccountSkeleton />
        </Suspense>
      </Shell>
    </StaticRouter>,
  );
  return {
    title: words.pageTitle,
    signIn,
    account,
    parts: renderToStaticMarkup(<FormParts />),
    instead: renderToStaticMarkup(<Instead />),
    noScript: renderToStaticMarkup(<Notice kind="warning">{screens.noScript}</Notice>),
  };
}

/** Screens for a page whose application failed to load, or cannot work in this browser. */
function Instead() {
  return (
    <>
      <main data-part="missing" className={failure.page}>
        <h1>{screens.failureTitle}</h1>
        <p>{screens.missingText(brand.supportEmail)}</p>
        <p>
          <Button look="primary">{screens.reload}</Button>
        </p>
        <DeskLinks />
      </main>
      <main data-part="no-site-data" className={failure.page}>
        <h1>{brand.accountsTitle}</h1>
        <p role="alert">{screens.noSiteData}</p>
        <DeskLinks />
      </main>
    </>
  );
}

/** Further states of the form, rendered as the application would. */
function FormParts() {
  const submit = { type: "submit", look: "primary", wide: true } as const;
  return (
    <>
      <div data-part="refused">
        <Notice kind="danger"> </Notice>
      </div>
      <div data-part="password-changed">
        <Notice kind="success">{words.passwordChanged}</Notice>
      </div>
      <div data-part="team">
        <Notice kind="info" announced={false} title={words.team} />
      </div>
      <div data-part="hint">{words.notAnEmail}</div>
      <div data-part="rest">
        <Button {...submit}>{words.submit}</Button>
      </div>
      <div data-part="busy">
        <Button {...submit} busy>
          {words.submit}
        </Button>
      </div>
    </>
  );
}
