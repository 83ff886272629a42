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
import { Shell } from "./shell/shell.tsx";

/** The markup that is there before any script has run; `early.ts` chooses between the first two, and takes from the parts. */
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

/** Screens in the place of a page whose application did not come, or cannot work in this browser. */
function Instead() {
  return (
    <>
      <main data-part="missing" className={failure.page}>
        <h1>{screens.failureTitle}</h1>
        <p>{screens.missingText(brand.supportEmail)}</p>
        <p>
          <Button look="primary">{screens.reload}</Button>
        </p>
      </main>
      <main data-part="no-site-data" className={failure.page}>
        <h1>{brand.accountsTitle}</h1>
        <p role="alert">{screens.noSiteData}</p>
      </main>
    </>
  );
}

/** What the form shows besides, as the application would draw it. */
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
