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

/** Requests by code, because a code works only once, and the page may be rendered several times. */
const opened = new Map<string, Promise<Opened>>();

function openOnce(code: string): Promise<Opened> {
  const asked = opened.get(code) ?? call(api, "openPortalLink", { body: { code } });
  opened.set(code, asked);
  return asked;
}

/** Returns the account name of the current session; null without a session, or if the account cannot be read. */
async function nameHere(): Promise<string | null> {
  if (!currentSession().signedIn) return null;
  return queryClient.fetchQuery(userQuery).then(
    ({ username }) => username,
    () => null,
  );
}

/** Opens the portal by the link that an app was given (OIDC-20). The link works once. Asks before it replaces a session of another account. */
export function FromAppScreen({ signIn }: { signIn: SignInFirst }) {
  const code = new URLSearchParams(useLocation().search).get("code") ?? "";
  // Read before the link opens, so that the current session does not end without a question.
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

/** Continues immediately; if another account is signed in here, asks first which session to keep. */
function Enter({ mine, theirs }: EnterProps) {
  const navigate = useNavigate();
  const { username } = theirs.userinfo;
  const isOther = mine !== null && mine !== username;
  const [isChosen, setIsChosen] = useState(!isOther);
  useEffect(() => {
    if (!isChosen) return;
    // The session here is better than the app's: it lasts longer, and the person has proved the password.
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
            // The cookie of the other session must not remain in this browser.
            void endAtService().finally(() => setIsChosen(true));
          }}
        >
          {words.openTheirs(username)}
        </Button>
      </Actions>
    </Screen>
  );
}
