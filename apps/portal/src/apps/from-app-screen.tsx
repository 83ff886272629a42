import { call } from "@foyer/api-client/client";
import type { CallReply } from "@foyer/api-client/call-types";
import { Button } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { words } from "#words/apps";
import { api, endAtService } from "../shared/requests/api.ts";
import { refusalOf } from "../shared/failures/refusal-of.ts";
import { Actions } from "../shared/screens/panel.tsx";
import { queryClient } from "../shared/requests/query-client.ts";
import { userQuery } from "../shared/requests/queries.ts";
import { Screen } from "../shared/screens/screen.tsx";
import { currentSession, keepSession, useSession } from "../shared/session/session.ts";
import { WaitingScreen } from "../shared/screens/waiting-screen.tsx";
import { FailedLook } from "./failed-look.tsx";
import type { SignInFirst } from "./sign-in-first.ts";
import { useAnswer } from "../shared/requests/use-answer.ts";

type Opened = CallReply<"openPortalLink">;

/** Asked once for each code, however often the page is drawn: it opens once. */
const opened = new Map<string, Promise<Opened>>();

function openOnce(code: string): Promise<Opened> {
  const asked = opened.get(code) ?? call(api, "openPortalLink", { body: { code } });
  opened.set(code, asked);
  return asked;
}

/** Who is signed in here before the app opens anything; null for nobody, or where it cannot be told. */
async function nameHere(): Promise<string | null> {
  if (!currentSession().signedIn) return null;
  return queryClient.fetchQuery(userQuery).then(
    ({ username }) => username,
    () => null,
  );
}

/** Opens the portal by the address that an app was given (OIDC-20): once, and over nobody's session without asking. */
export function FromAppScreen({ signIn }: { signIn: SignInFirst }) {
  const code = new URLSearchParams(useLocation().search).get("code") ?? "";
  // Who is here is asked first: her session is not to end unasked.
  const { asked, again } = useAnswer(async () => {
    const mine = await nameHere();
    return { mine, theirs: await openOnce(code) };
  }, code);
  if (asked.state === "failed" && refusalOf(asked.failure) === "portal_link.dead") return <LinkDead signIn={signIn} />;
  if (asked.state === "failed") {
    const onRetry = () => {
      opened.delete(code);
      again();
    };
    return <FailedLook title={words.fromAppTitle} failure={asked.failure} onRetry={onRetry} />;
  }
  if (asked.state === "loading") return <WaitingScreen title={words.fromAppTitle} label={words.opening} />;
  return <Enter mine={asked.value.mine} theirs={asked.value.theirs} />;
}

function LinkDead({ signIn }: { signIn: SignInFirst }) {
  const { signedIn } = useSession();
  const navigate = useNavigate();
  useEffect(() => {
    if (signedIn) void navigate("/", { replace: true });
  }, [signedIn, navigate]);
  return signIn(<Notice kind="warning" announced={false} title={words.linkDead} />);
}

interface EnterProps {
  mine: string | null;
  theirs: Opened;
}

/** Goes on at once; where somebody else is signed in here, after she says who is to go on. */
function Enter({ mine, theirs }: EnterProps) {
  const navigate = useNavigate();
  const { username } = theirs.userinfo;
  const isOther = mine !== null && mine !== username;
  const [isChosen, setIsChosen] = useState(!isOther);
  useEffect(() => {
    if (!isChosen) return;
    // Her own session is worth more than the app's: it lasts, and has proved a password.
    if (mine !== username) keepSession(theirs);
    void navigate(theirs.path, { replace: true });
  }, [isChosen, mine, navigate, theirs, username]);
  if (isChosen) return <WaitingScreen title={words.fromAppTitle} label={words.opening} />;
  return (
    <Screen title={words.fromAppTitle} heading={words.otherTitle(theirs.app.name)} width="text">
      <p>{words.other(mine ?? "", username)}</p>
      <Actions>
        <Button onClick={() => void navigate("/", { replace: true })}>{words.keepMine(mine ?? "")}</Button>
        <Button
          look="primary"
          onClick={() => {
            queryClient.clear();
            // The other session must not stay behind in this browser's cookie.
            void endAtService().finally(() => setIsChosen(true));
          }}
        >
          {words.openTheirs(username)}
        </Button>
      </Actions>
    </Screen>
  );
}
