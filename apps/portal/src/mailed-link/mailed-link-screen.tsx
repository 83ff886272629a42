import { call } from "@foyer/api-client/client";
import { Button, buttonClass } from "@foyer/ui/button";
import { Progress } from "@foyer/ui/spinner";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { words as common } from "#words/common";
import { words as screens } from "#words/screens";
import { words } from "#words/mailed-link";
import { api } from "../shared/api.ts";
import { codeOf } from "../shared/failure-code.ts";
import { sentenceOf } from "../shared/failure-sentence.ts";
import { userQuery } from "../shared/queries.ts";
import { queryClient } from "../shared/query-client.ts";
import { Screen } from "../shared/screen.tsx";

type Outcome = { email: string } | { failure: unknown };

/** Follows a mailed link about the account's address: confirms the new one, or takes the change back. */
export function MailedLinkScreen({ kind }: { kind: "confirm" | "undo" }) {
  const { search } = useLocation();
  const token = new URLSearchParams(search).get("token");
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const asked = useRef(false);

  const follow = useCallback(async () => {
    if (!token) return;
    try {
      setOutcome(await call(api, kind === "confirm" ? "confirmEmail" : "undoEmail", { body: { token } }));
      // Whoever is signed in here sees the address that counts from now on.
      void queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
    } catch (failure) {
      setOutcome({ failure });
    }
  }, [kind, token]);

  useEffect(() => {
    // The link is good once: the same page must not use it twice.
    if (asked.current) return;
    asked.current = true;
    void follow();
  }, [follow]);

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
      <Button look="primary" onClick={() => void follow()}>
        {common.tryAgain}
      </Button>
    </Ending>
  );
}

function Success({ kind, title, email }: { kind: "confirm" | "undo"; title: string; email: string }) {
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
