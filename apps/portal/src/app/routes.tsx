import { buttonClass } from "@foyer/ui/button";
import { Suspense } from "react";
import { Route, Routes } from "react-router";
import { words } from "#words/screens";
import { later, MissingScreen, part } from "../shared/screens/part.tsx";
import { WaitingScreen } from "../shared/screens/waiting-screen.tsx";
import { Link } from "../shared/screens/router.tsx";
import { mutedClass } from "../shared/screens/panel.tsx";
import { Screen } from "../shared/screens/screen.tsx";
import { type AccountPage, HomeScreen } from "./home-screen.tsx";

const SignUp = later(async () => (await import("../sign-up/sign-up-screen.tsx")).SignUpScreen, MissingScreen);
const PasswordReset = later(
  async () => (await import("../password-reset/password-reset-screen.tsx")).PasswordResetScreen,
  MissingScreen,
);
const MailedLink = later(async () => (await import("./mailed-links.tsx")).MailedLinks, MissingScreen);
const Apps = later(async () => (await import("./apps-screens.tsx")).AppsScreens, MissingScreen);
const ServerData = later(
  async () => (await import("../server-data/server-data-screen.tsx")).ServerDataScreen,
  MissingScreen,
);
const Upgrade = later(async () => (await import("../upgrade/upgrade-screen.tsx")).UpgradeScreen, MissingScreen);
const Team = later(async () => (await import("../team/team-screen.tsx")).TeamScreen, MissingScreen);
export const { Part: Buy, fetch: fetchBuying } = part(async () => (await import("./buying.tsx")).Buying, MissingScreen);
const Admin = later(async () => (await import("../admin/admin-screen.tsx")).AdminScreen, MissingScreen);

/** Every path of the portal. */
export function AppRoutes({ account = null }: { account?: AccountPage }) {
  return (
    <Suspense fallback={<WaitingScreen />}>
      <Routes>
        <Route path="/" element={<HomeScreen mode="main" account={account} />} />
        <Route path="/confirm-invite" element={<HomeScreen mode="invitation" account={account} />} />
        <Route path="/team-subscription" element={<HomeScreen mode="team" account={account} />} />
        <Route path="/register" element={<SignUp />} />
        <Route path="/password-reset" element={<PasswordReset />} />
        <Route path="/confirm-email" element={<MailedLink kind="confirm" />} />
        <Route path="/undo-email" element={<MailedLink kind="undo" />} />
        <Route path="/undo-contact" element={<MailedLink kind="contact" />} />
        <Route path="/stop-restore" element={<MailedLink kind="restore" />} />
        <Route path="/not-me" element={<MailedLink kind="not-me" />} />
        <Route path="/come-back" element={<MailedLink kind="back" />} />
        <Route path="/my-data" element={<MailedLink kind="data" />} />
        <Route path="/authorize" element={<Apps kind="authorize" />} />
        <Route path="/device" element={<Apps kind="device" />} />
        <Route path="/sign-out" element={<Apps kind="sign-out" />} />
        <Route path="/from-app" element={<Apps kind="from-app" />} />
        <Route path="/activate-offline" element={<Apps kind="offline" />} />
        <Route path="/find-keys" element={<Apps kind="find-keys" />} />
        <Route path="/oauth/*" element={<Apps kind="refused" />} />
        <Route path="/reset" element={<ServerData />} />
        <Route path="/license-upgrade" element={<Upgrade />} />
        <Route path="/manage-team" element={<Team />} />
        <Route path="/papers" element={<MailedLink kind="papers" />} />
        <Route path="/quote" element={<MailedLink kind="quote" />} />
        <Route path="/billing-contact" element={<MailedLink kind="link" />} />
        <Route path="/buy" element={<Buy />} />
        <Route path="/admin/*" element={<Admin />} />
        <Route path="/four-oh" element={<NotFoundScreen />} />
        <Route path="*" element={<NotFoundScreen />} />
      </Routes>
    </Suspense>
  );
}

/** Shown for every unknown path (SHELL-10). */
function NotFoundScreen() {
  return (
    <Screen title={words.notFoundTitle} width="text">
      <p className={mutedClass}>{words.notFoundText}</p>
      <p>
        <Link to="/" className={buttonClass({ look: "primary" })}>
          {words.backToAccounts}
        </Link>
      </p>
    </Screen>
  );
}
