import { lazy, Suspense } from "react";
import { SignInScreen } from "../sign-in/sign-in-screen.tsx";
import { useSession } from "../shared/session.ts";
import { AccountSkeleton } from "../account/account-skeleton.tsx";

const AccountScreen = lazy(async () => ({ default: (await import("../account/account-screen.tsx")).AccountScreen }));

export type HomeMode = "main" | "invitation" | "team";

/** The main screen: the sign-in form for who is signed out, the account page for who is signed in (ROUTE-01). */
export function HomeScreen({ mode }: { mode: HomeMode }) {
  const { signedIn } = useSession();
  if (!signedIn) return <SignInScreen reason={mode} />;
  return (
    <Suspense fallback={<AccountSkeleton />}>
      <AccountScreen />
    </Suspense>
  );
}
