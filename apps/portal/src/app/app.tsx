import { type ReactNode, Suspense, useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";
import { isAllInView } from "../shared/served/account-parts.ts";
import { MissingScreen, part } from "../shared/screens/part.tsx";
import { AccountSkeleton } from "../account/account-skeleton.tsx";
import { noteNavigation } from "../shared/screens/screen.tsx";
import { useSession } from "../shared/session/session.ts";
import { WaitingScreen } from "../shared/screens/waiting-screen.tsx";
import { FailureBoundary } from "./failure-boundary.tsx";
import { AppRoutes } from "./routes.tsx";
import { BarSkeleton } from "./shell/bar-skeleton.tsx";
import { Shell } from "./shell/shell.tsx";

const { Part: SignedIn, fetch: fetchSignedIn } = part(async () => {
  const { SignedIn: loaded, fetchLowerSections, fetchViewBanner } = await import("./signed-in.tsx");
  await fetchViewBanner();
  if (location.pathname === "/" && isAllInView()) await fetchLowerSections().catch(() => undefined);
  return loaded;
}, MissingPage);

function MissingPage({ children }: { children: ReactNode }) {
  return (
    <Shell>
      <MissingScreen>{children}</MissingScreen>
    </Shell>
  );
}

/** Resolves once the portal can be drawn for a signed-in person; on the account page, together with its data. */
export async function beReadyForSignedIn(pathname: string): Promise<void> {
  await fetchSignedIn();
  if (pathname !== "/") return;
  const { accountAnswers } = await import("./signed-in.tsx");
  await accountAnswers();
}

/** The whole portal inside its router. */
export function App() {
  const { signedIn } = useSession();
  const { pathname } = useLocation();
  // Signing in or out replaces the page, at any path.
  const place = `${signedIn} ${pathname}`;
  const before = useRef(place);
  // Runs before the effects of the new screen; its heading checks whether the person came from another page.
  useLayoutEffect(() => {
    if (before.current === place) return;
    before.current = place;
    noteNavigation();
    window.scrollTo(0, 0);
  }, [place]);

  return (
    <FailureBoundary key={pathname}>
      {signedIn ? (
        <Suspense
          fallback={<Shell bar={<BarSkeleton />}>{pathname === "/" ? <AccountSkeleton /> : <WaitingScreen />}</Shell>}
        >
          <SignedIn />
        </Suspense>
      ) : (
        <Shell>
          <AppRoutes />
        </Shell>
      )}
    </FailureBoundary>
  );
}
