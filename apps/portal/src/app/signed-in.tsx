import { QueryClientProvider } from "@tanstack/react-query";
export { accountAnswers } from "../account/account-answers.ts";
import { AccountScreen } from "../account/account-screen.tsx";
export { fetchLowerSections } from "../account/account-screen.tsx";
import { useEffect, useState } from "react";
import { moveRefreshToken } from "../shared/requests/api.ts";
import { part } from "../shared/screens/part.tsx";
import { readStoredView } from "../shared/storage/stored.ts";
import { keepFocus } from "./keep-focus.ts";
import { useWantedProof } from "../shared/session/session-proof.ts";
import { queryClient } from "../shared/requests/query-client.ts";
import { LeadBack } from "../shared/screens/way-back.tsx";
import { AppRoutes } from "./routes.tsx";
import { Shell } from "./shell/shell.tsx";
import { SignedInBar } from "./shell/signed-in-bar.tsx";

const { Part: ViewBanner, fetch } = part(async () => (await import("./shell/view-banner.tsx")).ViewBanner);

const { Part: SessionProof } = part(async () => (await import("./session-proof-dialog.tsx")).SessionProofDialog);

/** Loads the banner of a staff member who views the portal as another person; it must be there from the start. */
export async function fetchViewBanner(): Promise<void> {
  if (readStoredView()) await fetch();
}

/** Delay before moving a token that an earlier version stored: the first requests still use its access token. */
const MOVE_AFTER_MS = 2_000;

/** The portal for signed-in people, with the bar and the query cache. */
export function SignedIn() {
  const [view] = useState(readStoredView);
  const proof = useWantedProof();
  useEffect(keepFocus, []);
  useEffect(loadSignInAhead, []);
  useEffect(() => {
    const timer = setTimeout(() => void moveRefreshToken(), MOVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <Shell
        bar={
          <>
            {view && <ViewBanner view={view} />}
            <SignedInBar />
          </>
        }
      >
        <LeadBack>
          <AppRoutes account={AccountScreen} />
        </LeadBack>
        {proof && <SessionProof end={proof.end} />}
      </Shell>
    </QueryClientProvider>
  );
}

/**
 * Loads the sign-in form's file at the first input, so that signing out shows the form immediately, also offline.
 *
 * @returns a function that stops waiting.
 */
function loadSignInAhead(): () => void {
  const end = new AbortController();
  function load() {
    end.abort();
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = document.querySelector<HTMLMetaElement>('meta[name="portal-parts"]')?.dataset["signIn"] ?? "";
    link.crossOrigin = "";
    document.head.append(link);
  }
  for (const sign of ["pointermove", "pointerdown", "keydown"]) addEventListener(sign, load, { signal: end.signal });
  return () => end.abort();
}
