import { call } from "@foyer/api-client/client";
import type { RefusalCode } from "@foyer/contract/refusals";
import { Button } from "@foyer/ui/button";
import { useState } from "react";
import { useLocation } from "react-router";
import { words as screens } from "#words/screens";
import { words } from "#words/stop-restore";
import { Link } from "../shared/router.tsx";
import { visitorApi } from "../shared/visitor-api.ts";
import { codeOf } from "../shared/failure-code.ts";
import { FailureNotice } from "../shared/failure-notice.tsx";
import { Screen } from "../shared/screen.tsx";
import { brand } from "../shared/settings.ts";
import { useSubmit } from "../shared/use-submit.ts";

const LINK_DEAD: RefusalCode<"restore.link_dead"> = 1041;
const TOO_LATE: RefusalCode<"restore.carried_out"> = 1042;

/**
 * Stops a restore of access by the mailed link after a click, because a mail program that opens links must not change
 * anything.
 */
export function StopRestoreScreen() {
  const { search } = useLocation();
  const token = new URLSearchParams(search).get("token");
  const [stopped, setStopped] = useState<string | null>(null);
  const stopping = useSubmit<string>(async (link) => {
    setStopped((await call(visitorApi, "stopRestore", { body: { token: link } })).username);
  });
  if (stopped !== null) return <Ending heading={words.stopped} text={words.stoppedHelp(stopped)} support />;
  if (!token) return <Ending heading={words.incomplete} text={words.incompleteHelp} />;
  const code = codeOf(stopping.failure);
  if (code === LINK_DEAD) return <Ending heading={words.dead} text={words.deadHelp} />;
  if (code === TOO_LATE) return <Ending heading={words.late} text={words.lateHelp} support />;
  return (
    <Screen title={words.title} heading={words.heading} width="text">
      <FailureNotice failure={stopping.failure} />
      <p>{words.help}</p>
      <p>
        <Button look="primary" busy={stopping.busy} onClick={() => stopping.submit(token)}>
          {words.stop}
        </Button>
      </p>
    </Screen>
  );
}

function Ending({ heading, text, support = false }: { heading: string; text: string; support?: boolean }) {
  return (
    <Screen title={words.title} heading={heading} width="text" key={heading}>
      <p role="status">{text}</p>
      {support && (
        <p>
          <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
        </p>
      )}
      <p>
        <Link to="/">{screens.backToAccounts}</Link>
      </p>
    </Screen>
  );
}
