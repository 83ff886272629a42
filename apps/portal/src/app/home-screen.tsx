import { type ComponentType, type ReactNode, Suspense } from "react";
import { later, part } from "../shared/screens/part.tsx";
import { useSession } from "../shared/session/session.ts";

/** The sign-in form, which signed-in people do not load. The page's first script requests it together with the portal. */
const { Part: SignInScreen, fetch: fetchSignIn } = part(
  async () => (await import("../sign-in/sign-in-screen.tsx")).SignInScreen,
);
export { fetchSignIn };

const InvitationScreen = later(async () => (await import("../invitation/invitation-screen.tsx")).InvitationScreen);
const InvitationAbove = later(async () => (await import("../invitation/invitation-above.tsx")).InvitationAbove);
const ReferenceOnLoad = later(async () => (await import("../invitation/reference-on-load.tsx")).ReferenceOnLoad);
const TeamSubscription = later(async () => (await import("./team-subscription.tsx")).TeamSubscription);

type HomeMode = "main" | "invitation" | "team";

/** The account page, which is in the script for signed-in people; null in the script for signed-out people. */
export type AccountPage = ComponentType<{ children: ReactNode }> | null;

interface HomeScreenProps {
  mode: HomeMode;
  account: AccountPage;
}

/**
 * The main screen: the sign-in form for signed-out people, the account page for signed-in people (ROUTE-01 to
 * ROUTE-03).
 */
export function HomeScreen({ mode, account: Account }: HomeScreenProps) {
  const { signedIn } = useSession();
  if (!signedIn && mode === "invitation") {
    return (
      <InvitationAbove>
        {(invitation, headed) => (
          <SignInScreen reason={mode} headed={headed}>
            {invitation}
          </SignInScreen>
        )}
      </InvitationAbove>
    );
  }
  if (!signedIn || !Account) return <SignInScreen reason={mode} />;
  if (mode === "invitation") return <InvitationScreen />;
  if (mode === "team") return <TeamSubscription />;
  return (
    <Account>
      <Suspense>{hasReference() && <ReferenceOnLoad />}</Suspense>
    </Account>
  );
}

/** Most visits have no invitation, and do not load the code that accepts one. */
function hasReference(): boolean {
  return new URLSearchParams(location.search).has("ref");
}
