import { Button } from "@foyer/ui/button";
import { type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import { words as screens } from "#words/screens";
import { words } from "#words/mailed-link";
import { Link } from "../shared/screens/router.tsx";
import { entryOf } from "../shared/failures/refusal-of.ts";
import { FailureNotice } from "../shared/screens/failure-notice.tsx";
import { Screen } from "../shared/screens/screen.tsx";
import { useSubmit } from "../shared/forms/use-submit.ts";
import { type MailedAct, mailedActs, type MailedEnding } from "./mailed-acts.tsx";

/**
 * Does what a mailed link is for after a click, because mail programs and scanners open links, and opening one must not change
 * anything.
 */
export function MailedLinkScreen({ kind }: { kind: keyof typeof mailedActs }) {
  const { search } = useLocation();
  const token = new URLSearchParams(search).get("token");
  const act: MailedAct = mailedActs[kind];
  if (!token) return <Ending title={act.title} heading={words.incomplete} text={words.incompleteHelp} />;
  // Another link is another question.
  return <Question act={act} token={token} key={token} />;
}

/** Endings by token. Undoing a change ends the session here, which draws the screens again. */
const reached = new Map<string, MailedEnding>();

function Question({ act, token }: { act: MailedAct; token: string }) {
  const [done, setDone] = useState(reached.get(token));
  const acting = useSubmit(async () => {
    const ending = await act.send(token);
    reached.set(token, ending);
    setDone(ending);
  });
  const ending = done ?? entryOf<MailedEnding>(act.endings, acting.failure);
  if (ending) return <Ending title={act.title} {...ending} />;
  return (
    <Screen title={act.title} heading={act.heading} width="text">
      <FailureNotice failure={acting.failure} />
      <p>{act.help}</p>
      <p>
        <Button look="primary" busy={acting.busy} onClick={() => acting.submit()}>
          {act.button}
        </Button>
      </p>
    </Screen>
  );
}

function Ending({ title, heading, text, next }: MailedEnding & { title: string; next?: ReactNode }) {
  return (
    <Screen title={title} heading={heading} width="text" key={heading}>
      <p role="status">{text}</p>
      {next && <p>{next}</p>}
      <p>
        <Link to="/">{screens.backToAccounts}</Link>
      </p>
    </Screen>
  );
}
