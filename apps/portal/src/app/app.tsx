import { lazy, Suspense, useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";
import { noteNavigation } from "../shared/screen.tsx";
import { useSession } from "../shared/session.ts";
import { FailureBoundary } from "./failure-boundary.tsx";
import { AppRoutes } from "./routes.tsx";
import { BarSkeleton } from "./shell/bar-skeleton.tsx";
import { Shell } from "./shell/shell.tsx";

const SignedIn = lazy(async () => ({ default: (await import("./signed-in.tsx")).SignedIn }));

/** The whole portal inside its router. */
export function App() {
  const { signedIn } = useSession();
  const { pathname } = useLocation();
  const before = useRef(pathname);
  // Before the effects of the new screen, whose heading asks whether somebody came here from another page.
  useLayoutEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    noteNavigation();
    window.scrollTo(0, 0);
  }, [pathname]);

  return (
    <FailureBoundary key={pathname}>
      {signedIn ? (
        <Suspense fallback={<Shell bar={<BarSkeleton />}>{null}</Shell>}>
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
