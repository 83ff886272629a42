import { call } from "@foyer/api-client/client";
import { Button, buttonClass } from "@foyer/ui/button";
import { Progress } from "@foyer/ui/spinner";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { words as common } from "#words/common";
import { words as screens } from "#words/screens";
import { words } from "#words/mailed-link";
import { Link } from "../shared/router.tsx";
import { visitorApi } from "../shared/visitor-api.ts";
import { codeOf } from "../shared/failure-code.ts";
import { sentenceOf } from "../shared/failure-sentence.ts";
import { userQuery } from "../shared/queries.ts";
import { queryClient } from "../shared/query-client.ts";
import { noteNavigation, Screen } from "../shared/screen.tsx";

type Kind = "confirm" | "undo";
type Outcome = { email: string } | { failure: unknown };

/** The result of each link. A link works once, and undoing ends the session here, which renders the screens again. */
const followed = new Map<string, Promise<Outcome>>();

function followOnce(kind: Kind, token: string): Promise<Outcome> {
  const known = followed.get(token);
  if (known) return known;
  const outcome = follow(kind, token);
  followed.set(token, outcome);
  return outcome;
}

async function follow(kind: Kind, token: string): Promise<Outcome> {
  try {
    const { email } = await call(visitorApi, kind === "confirm" ? "confirmEmail" : "undoEmail", { body: { token } });
    // A signed-in person must see the new address, so an earlier request for the account is canceled.
    await queryClient.cancelQueries({ queryKey: userQuery.queryKey });
    void queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
    return { email };
  } catch (failure) {
    return { failure };
  }
}

/** Follows a mailed link about the account's address: confirms the new one, or reverts the change. */
export function MailedLinkScreen({ kind }: { kind: Kind }) {
  const { search } = useLocation();
  const token = new URLSearchParams(search).get("token");
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  useEffect(() => {
    let isHere = true;
    if (token)
      void followOnce(kind, token).then((known) => {
        if (isHere) setOutcome(known);
      });
    return () => {
      isHere = false;
    };
  }, [kind, token]);

  function tryAgain() {
    if (!token) return;
    noteNavigation();
    followed.delete(token);
    setOutcome(null);
    void followOnce(kind, token).then(setOutcome);
  }

  const title = kind === "confirm" ? words.confirmTitle : words.undoTitle;
  if (!token) return <Ending title={title} heading={words.incomplete} text={words.incompleteHelp} />;
  if (!outcome) {
    return (
      <Screen title={title} width="text">
        <Progress label={kind === "confirm" ? words.confirming : words.undoing} />
      </Screen>
    );
  }
  if ("email" in outcome) return <Success kind={kind} title={title} email={outcome.email} />;
  if (codeOf(outcome.failure) === 3021) return <Ending title={title} heading={words.dead} text={words.deadHelp} />;
  return (
    <Ending title={title} heading={words.failed} text={sentenceOf(outcome.failure)}>
      <Button look="primary" onClick={tryAgain}>
        {common.tryAgain}
      </Button>
    </Ending>
  );
}

function Success({ kind, title, email }: { kind: Kind; title: string; email: string }) {
  if (kind === "confirm") return <Ending title={title} heading={words.confirmed} text={words.confirmedHelp(email)} />;
  return (
    <Ending title={title} heading={words.undone} text={words.undoneHelp(email)}>
      <Link to="/password-reset" className={buttonClass({ look: "primary" })}>
        {words.resetPassword}
      </Link>
    </Ending>
  );
}

interface EndingProps {
  title: string;
  heading: string;
  text: string;
  children?: ReactNode;
}

function Ending({ title, heading, text, children }: EndingProps) {
  return (
    <Screen title={title} heading={heading} width="text" key={heading}>
      <p role="status">{text}</p>
      {children}
      <p>
        <Link to="/">{screens.backToAccounts}</Link>
      </p>
    </Screen>
  );
}
