import { StrictMode, Suspense } from "react";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import { AccountSkeleton } from "../account/account-skeleton.tsx";
import { App } from "./app.tsx";
import { BarSkeleton } from "./shell/bar-skeleton.tsx";
import { Shell } from "./shell/shell.tsx";

/** The markup that is there before any script has run; `early.ts` chooses between the two. */
export function renderFirstScreens(): { signIn: string; account: string } {
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
  return { signIn, account };
}
