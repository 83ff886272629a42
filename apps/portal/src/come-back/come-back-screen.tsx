import { call } from "@foyer/api-client/client";
import type { RefusalCode } from "@foyer/contract/refusals";
import { Button, buttonClass } from "@foyer/ui/button";
import { useState } from "react";
import { useLocation } from "react-router";
import { words } from "#words/closing";
import { words as screens } from "#words/screens";
import { Link } from "../shared/router.tsx";
import { visitorApi } from "../shared/visitor-api.ts";
import { codeOf } from "../shared/failure-code.ts";
import { FailureNotice } from "../shared/failure-notice.tsx";
import { Screen } from "../shared/screen.tsx";
import { useSubmit } from "../shared/use-submit.ts";

const LINK_DEAD: RefusalCode<"come_back.link_dead"> = 1011;

/**
 * Reopens a closed account by the mailed link (ERASE-02) after a click, because a mail program that opens links must
 * not reopen it.
 */
export function ComeBackScreen() {
  const { search } = useLocation();
  const token = new URLSearchParams(search).get("token");
  const [opened, setOpened] = useState<string | null>(null);
  const opening = useSubmit<string>(async (link) => {
    setOpened((await call(visitorApi, "comeBack", { body: { token: link } })).username);
  });
  if (opened !== null) {
    return (
      <Screen title={words.backTitle} heading={words.opened} width="text" key="opened">
        <p role="status">{words.openedHelp(opened)}</p>
        <p>
          <Link to="/" className={buttonClass({ look: "primary" })}>
            {words.signIn}
          </Link>
        </p>
      </Screen>
    );
  }
  if (!token) return <Ending heading={words.incomplete} text={words.incompleteHelp} />;
  if (codeOf(opening.failure) === LINK_DEAD) return <Ending heading={words.dead} text={words.deadHelp} />;
  return (
    <Screen title={words.backTitle} heading={words.backHeading} width="text">
      <FailureNotice failure={opening.failure} />
      <p>{words.backHelp}</p>
      <p>
        <Button look="primary" busy={opening.busy} onClick={() => opening.submit(token)}>
          {words.open}
        </Button>
      </p>
    </Screen>
  );
}

function Ending({ heading, text }: { heading: string; text: string }) {
  return (
    <Screen title={words.backTitle} heading={heading} width="text" key={heading}>
      <p role="status">{text}</p>
      <p>
        <Link to="/">{screens.backToAccounts}</Link>
      </p>
    </Screen>
  );
}
