import { call } from "@foyer/api-client/client";
import { Button, buttonClass } from "@foyer/ui/button";
import { useLocation } from "react-router";
import { words } from "#words/apps";
import { Link } from "../shared/screens/router.tsx";
import { api, signOut } from "../shared/requests/api.ts";
import { refusalOf } from "../shared/failures/refusal-of.ts";
import { FailureNotice } from "../shared/screens/failure-notice.tsx";
import { Actions } from "../shared/screens/panel.tsx";
import { Screen } from "../shared/screens/screen.tsx";
import { useSession } from "../shared/session/session.ts";
import { brand } from "../shared/settings/settings.ts";
import { useSubmit } from "../shared/forms/use-submit.ts";
import { WaitingScreen } from "../shared/screens/waiting-screen.tsx";
import { Dead } from "./app-request.tsx";
import { Ending } from "../shared/screens/ending.tsx";
import { FailedLook } from "./failed-look.tsx";
import { useAnswer } from "../shared/requests/use-answer.ts";

/** After an app has signed a person out, asks whether to sign out here too, then leads to the app's page (OIDC-23). */
export function SignOutScreen() {
  const { signedIn } = useSession();
  const code = new URLSearchParams(useLocation().search).get("request") ?? "";
  const { asked, again } = useAnswer(() => call(api, "readAppSignOut", { params: { code } }), code);
  const leaving = useSubmit(async () => {
    // First, because the next request works only once: if its answer is lost, the session has ended anyway.
    await signOut();
    const { url } = await call(api, "finishAppSignOut", { params: { code } });
    if (url !== null) location.assign(url);
  });
  if (code === "" || (asked.state === "failed" && refusalOf(asked.failure) === "app_request.dead")) return <Dead />;
  if (asked.state === "failed")
    return <FailedLook title={words.signOutTitle} failure={asked.failure} onRetry={again} />;
  if (asked.state === "loading") return <WaitingScreen title={words.signOutTitle} />;
  const { app } = asked.value;
  if (!signedIn && app === null)
    return <Ending title={words.signOutTitle} heading={words.signedOut} text={words.signedOutHelp} />;
  return (
    <Screen
      title={words.signOutTitle}
      heading={signedIn ? words.signOutHeading(app?.name ?? null, brand.provider) : words.signedOut}
      width="text"
    >
      <FailureNotice failure={leaving.failure} />
      <p>{signedIn ? words.signOutHelp : words.signedOutHelp}</p>
      <Actions>
        {signedIn && (
          <Link to="/" className={buttonClass()}>
            {words.stay}
          </Link>
        )}
        <Button look="primary" busy={leaving.busy} onClick={() => leaving.submit()}>
          {signedIn ? words.signOut : words.backTo(app?.name ?? "")}
        </Button>
      </Actions>
    </Screen>
  );
}
