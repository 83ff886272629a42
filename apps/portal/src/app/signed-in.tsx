import { QueryClientProvider } from "@tanstack/react-query";
export { accountAnswers } from "../account/account-answers.ts";
import { AccountScreen } from "../account/account-screen.tsx";
export { fetchLowerSections } from "../account/account-screen.tsx";
import { useEffect } from "react";
import { keepFocus } from "../shared/keep-focus.ts";
import { queryClient } from "../shared/query-client.ts";
import { LeadBack } from "../shared/way-back.tsx";
import { AppRoutes } from "./routes.tsx";
import { Shell } from "./shell/shell.tsx";
import { SignedInBar } from "./shell/signed-in-bar.tsx";
import { ViewBanner } from "./shell/view-banner.tsx";

/** The portal for signed-in people, with the bar and the query cache. */
export function SignedIn() {
  useEffect(keepFocus, []);
  return (
    <QueryClientProvider client={queryClient}>
      <Shell
        bar={
          <>
            <ViewBanner />
            <SignedInBar />
          </>
        }
      >
        <LeadBack>
          <AppRoutes account={AccountScreen} />
        </LeadBack>
      </Shell>
    </QueryClientProvider>
  );
}
