import { formatDate } from "@foyer/domain/dates";
import { buttonClass } from "@foyer/ui/button";
import { words } from "#words/invitation";
import { words as screens } from "#words/screens";
import { Link } from "../shared/screens/router.tsx";
import { Actions } from "../shared/screens/panel.tsx";
import { Screen } from "../shared/screens/screen.tsx";
import type { ExpiredInvitation } from "./use-invitation.ts";

/** Shows that an invitation has expired, when, and who can send a new one (LOOK-09). */
export function InvitationExpired({ at, manager }: ExpiredInvitation) {
  return (
    <Screen title={words.pageTitle} heading={words.expiredTitle} width="text">
      <p role="alert">{words.expired(formatDate(at), manager)}</p>
      <Actions>
        <a className={buttonClass({ look: "primary" })} href={`mailto:${manager}`}>
          {words.askManager(manager)}
        </a>
        <Link to="/" className={buttonClass()}>
          {screens.backToAccounts}
        </Link>
      </Actions>
    </Screen>
  );
}
