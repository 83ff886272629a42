import type { Invitation } from "@foyer/contract/invitations";
import { buttonClass } from "@foyer/ui/button";
import { words } from "#words/invitation";
import { words as screens } from "#words/screens";
import { Link } from "../shared/screens/router.tsx";
import { Actions } from "../shared/screens/panel.tsx";
import { Screen } from "../shared/screens/screen.tsx";
import type { Taken } from "./accept.ts";

interface InvitationEndingProps {
  taken: Taken;
  /** The invitation as it was read before, while it was still open. */
  invitation: Invitation | null;
}

/** Shows the result, and the next step. */
export function InvitationEnding({ taken, invitation }: InvitationEndingProps) {
  const description = taken.description || (invitation?.description ?? "");
  const { heading, text, more } = sayings(description)[taken.outcome];
  const isRefused = taken.outcome === "dead" || taken.outcome === "ended";
  return (
    <Screen title={words.pageTitle} heading={heading} width="text" key={heading}>
      <p role={isRefused ? "alert" : "status"}>{text}</p>
      {more && <p>{more}</p>}
      <Actions>
        {isRefused && invitation && (
          <a className={buttonClass()} href={`mailto:${invitation.manager_email}`}>
            {words.askManager(invitation.manager_email)}
          </a>
        )}
        {isRefused ? (
          <Link to="/" className={buttonClass({ look: "primary" })}>
            {screens.backToAccounts}
          </Link>
        ) : (
          <Link to="/#app-access" className={buttonClass({ look: "primary" })}>
            {words.toAccess}
          </Link>
        )}
      </Actions>
    </Screen>
  );
}

function sayings(description: string): Record<Taken["outcome"], { heading: string; text: string; more?: string }> {
  return {
    accepted: { heading: words.acceptedTitle, text: words.accepted(description) },
    dead: { heading: words.usedTitle, text: words.used, more: words.usedHelp },
    held: { heading: words.heldTitle, text: words.held(description) },
    ended: { heading: words.endedTitle, text: words.ended(description) },
  };
}
