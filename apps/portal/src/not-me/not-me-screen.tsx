import { call } from "@foyer/api-client/client";
import type { CallReply } from "@foyer/api-client/call-types";
import { Button, buttonClass } from "@foyer/ui/button";
import { type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import { sentences, words } from "#words/account-events";
import { Ending } from "../shared/screens/ending.tsx";
import { Link } from "../shared/screens/router.tsx";
import { api } from "../shared/requests/api.ts";
import { refusalOf } from "../shared/failures/refusal-of.ts";
import { FailureNotice } from "../shared/screens/failure-notice.tsx";
import { LoadFailure } from "../shared/screens/loaded.tsx";
import { momentOf } from "../shared/screens/moment.ts";
import { NotMeEnds } from "../shared/forms/not-me-ends.tsx";
import { mutedClass } from "../shared/screens/panel.tsx";
import { noteNavigation, Screen } from "../shared/screens/screen.tsx";
import { brand } from "../shared/settings/settings.ts";
import { useSubmit } from "../shared/forms/use-submit.ts";
import { WaitingScreen } from "../shared/screens/waiting-screen.tsx";
import { useAnswer } from "../shared/requests/use-answer.ts";

type Done = CallReply<"disownByLink">;

/**
 * The screen of “This was not me” in a mail. It asks first, because a mail program that opens links must not end
 * anything (KEY-09).
 */
export function NotMeScreen() {
  const { search } = useLocation();
  const token = new URLSearchParams(search).get("token");
  const [done, setDone] = useState<Done | null>(null);
  if (done) return <Secured done={done} />;
  if (!token) return <NotMeEnding heading={words.incomplete} text={words.incompleteHelp} />;
  return <NotMe token={token} onDone={setDone} />;
}

function NotMe({ token, onDone }: { token: string; onDone: (done: Done) => void }) {
  const { asked, again } = useAnswer(() => call(api, "readNotMe", { body: { token } }), token);
  const disowning = useSubmit(async () => {
    const done = await call(api, "disownByLink", { body: { token } });
    noteNavigation();
    onDone(done);
  });
  if (asked.state === "loading") return <WaitingScreen title={words.pageTitle} label={words.looking} />;
  const lookFailure = asked.state === "failed" ? asked.failure : null;
  if ([lookFailure, disowning.failure].some((failure) => refusalOf(failure) === "not_me.link_dead")) {
    return <NotMeEnding heading={words.dead} text={words.deadHelp} />;
  }
  if (asked.state === "failed") {
    return (
      <Screen title={words.pageTitle} width="text" key="failed">
        <LoadFailure title={words.lookFailed} failure={asked.failure} onRetry={again} />
      </Screen>
    );
  }
  const { username, kind, at, is_done: isDone } = asked.value;
  if (isDone) return <NotMeEnding heading={words.alreadyHeading} text={words.alreadyShort} />;
  return (
    <Screen title={words.pageTitle} heading={words.pageHeading} width="text" key="ask">
      <FailureNotice failure={disowning.failure} />
      <p>
        {words.about(username)} <strong>{sentences[kind](nothingKnown)}</strong> {momentOf(at)}
      </p>
      <NotMeEnds />
      <p>
        <Button look="danger" busy={disowning.busy} onClick={() => disowning.submit()}>
          {words.pageConfirm}
        </Button>
      </p>
      <p className={mutedClass}>{words.pageKeep}</p>
    </Screen>
  );
}

/** The mail contains the rest. */
const nothingKnown = {
  by: "self",
  count: null,
  address: null,
  license: null,
  account: null,
  name: null,
  device: "",
} as const;

function Secured({ done: { already, mailed_to: address } }: { done: Done }) {
  return (
    <NotMeEnding
      heading={already ? words.alreadyHeading : words.doneHeading}
      text={already ? words.already(address) : words.done(address)}
    >
      <p>{words.codeHelp(brand.supportEmail)}</p>
    </NotMeEnding>
  );
}

function NotMeEnding({ heading, text, children }: { heading: string; text: string; children?: ReactNode }) {
  return (
    <Ending title={words.pageTitle} heading={heading} text={text}>
      {children}
      <p>
        <Link to="/password-reset" className={buttonClass({})}>
          {words.resetPassword}
        </Link>
      </p>
    </Ending>
  );
}
