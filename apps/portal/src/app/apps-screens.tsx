import type { ReactNode } from "react";
import { words } from "#words/apps";
import { AuthorizeScreen } from "../apps/authorize-screen.tsx";
import { DeviceScreen } from "../apps/device-screen.tsx";
import { Ending } from "../shared/screens/ending.tsx";
import { FindKeysScreen } from "../apps/find-keys-screen.tsx";
import { FromAppScreen } from "../apps/from-app-screen.tsx";
import { OfflineScreen } from "../apps/offline-screen.tsx";
import { SignOutScreen } from "../apps/sign-out-screen.tsx";
import { SignInScreen } from "../sign-in/sign-in-screen.tsx";

type Kind = "authorize" | "device" | "sign-out" | "from-app" | "offline" | "find-keys" | "refused";

const signIn = (above: ReactNode, username = ""): ReactNode => (
  <SignInScreen reason="main" username={username}>
    {above}
  </SignInScreen>
);

/** The screens to which the vendor's apps link, in one file that only those visitors load. */
export function AppsScreens({ kind }: { kind: Kind }) {
  switch (kind) {
    case "authorize":
      return <AuthorizeScreen signIn={signIn} />;
    case "device":
      return <DeviceScreen signIn={signIn} />;
    case "sign-out":
      return <SignOutScreen />;
    case "from-app":
      return <FromAppScreen signIn={signIn} />;
    case "offline":
      return <OfflineScreen signIn={signIn} />;
    case "find-keys":
      return <FindKeysScreen />;
    case "refused":
      return <Ending title={words.pageTitle} heading={words.refusedTitle} text={words.refused} />;
  }
}
