import { call } from "@foyer/api-client/client";
import type { RefusalCode } from "@foyer/contract/refusals";
import { Button, buttonClass } from "@foyer/ui/button";
import { useState } from "react";
import { useLocation } from "react-router";
import { words } from "#words/undo-contact";
import { words as screens } from "#words/screens";
import { Link } from "../shared/router.tsx";
import { visitorApi } from "../shared/visitor-api.ts";
import { codeOf } from "../shared/failure-code.ts";
import { FailureNotice } from "../shared/failure-notice.tsx";
import { Screen } from "../shared/screen.tsx";
import { useSubmit } from "../shared/use-submit.ts";

const LINK_DEAD: RefusalCode<"contact.link_dead"> = 12011;

/**
 * Makes the former contact of a license its contact again by the mailed link after a click, because a mail program
 * that opens links must not change anything.
 */
export function UndoContactScreen() {
  const { search } = useLocation();
  const token = new URLSearchParams(search).get("token");
  const [undone, setUndone] = useState<string | null>(null);
  const undoing = useSubmit<string>(async (link) => {
    setUndone((await call(visitorApi, "undoContact", { body: { token: link } })).description);
  });
  if (undone !== null) {
    return (
      <Screen title={words.title} heading={words.undone} width="text" key="undone">
        <p role="status">{words.undoneHelp(undone)}</p>
        <p>
          <Link to="/password-reset" className={buttonClass({ look: "primary" })}>
            {words.resetPassword}
          </Link>
        </p>
        <p>
          <Link to="/">{screens.backToAccounts}</Link>
        </p>
      </Screen>
    );
  }
  if (!token) return <Ending heading={words.incomplete} text={words.incompleteHelp} />;
  if (codeOf(undoing.failure) === LINK_DEAD) return <Ending heading={words.dead} text={words.deadHelp} />;
  return (
    <Screen title={words.title} heading={words.heading} width="text">
      <FailureNotice failure={undoing.failure} />
      <p>{words.help}</p>
      <p>
        <Button look="primary" busy={undoing.busy} onClick={() => undoing.submit(token)}>
          {words.undo}
        </Button>
      </p>
    </Screen>
  );
}

function Ending({ heading, text }: { heading: string; text: string }) {
  return (
    <Screen title={words.title} heading={heading} width="text" key={heading}>
      <p role="status">{text}</p>
      <p>
        <Link to="/">{screens.backToAccounts}</Link>
      </p>
    </Screen>
  );
}
