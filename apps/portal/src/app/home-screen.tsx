import { lazy, Suspense } from "react";
import { AccountSkeleton } from "../account/account-skeleton.tsx";
import { SignInScreen } from "../sign-in/sign-in-screen.tsx";
import { useSession } from "../shared/session.ts";

const AccountScreen = lazy(async () => ({ default: (await import("../account/account-screen.tsx")).AccountScreen }));
const InvitationScreen = lazy(async () => ({
  default: (await import("../invitation/invitation-screen.tsx")).InvitationScreen,
}));
const InvitationAbove = lazy(async () => ({
  default: (await import("../invitation/invitation-above.tsx")).InvitationAbove,
}));
const ReferenceOnLoad = lazy(async () => ({
  default: (await import("../invitation/reference-on-load.tsx")).ReferenceOnLoad,
}));
const TeamSubscription = lazy(async () => ({ default: (await import("./team-subscription.tsx")).TeamSubscription }));

export type HomeMode = "main" | "invitation" | "team";

/** The main screen: the sign-in form for who is signed out, the account page for who is signed in (ROUTE-01 to ROUTE-03). */
export function HomeScreen({ mode }: { mode: HomeMode }) {
  const { signedIn } = useSession();
  if (!signedIn && mode === "invitation") {
    return <InvitationAbove>{(invitation) => <SignInScreen reason={mode}>{invitation}</SignInScreen>}</InvitationAbove>;
  }
  if (!signedIn) return <SignInScreen reason={mode} />;
  if (mode === "invitation") return <InvitationScreen />;
  if (mode === "team") return <TeamSubscription />;
  return (
    <Suspense fallback={<AccountSkeleton />}>
      <AccountScreen>
        <Suspense>{hasReference() && <ReferenceOnLoad />}</Suspense>
      </AccountScreen>
    </Suspense>
  );
}

/** Most visits bring no invitation, and need not fetch what accepts one. */
function hasReference(): boolean {
  return new URLSearchParams(location.search).has("ref");
}
