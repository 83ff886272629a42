import type { Invitation } from "@foyer/contract/invitations";
import { addressKey } from "@foyer/domain/addresses";
import { formatDate } from "@foyer/domain/dates";
import { Button, buttonClass } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { Progress } from "@foyer/ui/spinner";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "react-router";
import { words as common } from "#words/common";
import { words } from "#words/invitation";
import { words as screens } from "#words/screens";
import { Link } from "../shared/screens/router.tsx";
import { signOut } from "../shared/requests/api.ts";
import { FailureNotice } from "../shared/screens/failure-notice.tsx";
import { LoadFailure, MissingParts } from "../shared/screens/loaded.tsx";
import { Actions, mutedClass, Panel } from "../shared/screens/panel.tsx";
import { userQuery } from "../shared/requests/queries.ts";
import { noteNavigation, Screen } from "../shared/screens/screen.tsx";
import { useSubmit } from "../shared/forms/use-submit.ts";
import { acceptInvitation, type Taken } from "./accept.ts";
import { InvitationFacts } from "./invitation-facts.tsx";
import { type ExpiredInvitation, referenceIn, useInvitation } from "./use-invitation.ts";

/** The invitation for a signed-in person: its offer, and whether to accept it (ROUTE-02). */
export function InvitationScreen() {
  const { search } = useLocation();
  const { view, again } = useInvitation(search);
  const [taken, setTaken] = useState<Taken | null>(null);
  const invitation = view.state === "open" ? view.invitation : null;
  if (taken) return <InvitationEnding taken={taken} invitation={invitation} />;
  if (view.state === "dead") {
    if (view.expired) return <InvitationExpired {...view.expired} />;
    return <InvitationEnding taken={{ outcome: "dead", description: "" }} invitation={null} />;
  }
  if (invitation) return <Offer reference={referenceIn(search)} invitation={invitation} onTaken={setTaken} />;
  if (view.state === "limited") {
    return (
      <Screen title={words.pageTitle} heading={words.limitedTitle} width="text">
        <p role="alert">{words.limited(Math.ceil(view.seconds / 60))}</p>
        <Actions>
          <Button look="primary" onClick={again}>
            {common.tryAgain}
          </Button>
        </Actions>
      </Screen>
    );
  }
  return (
    <Screen title={words.pageTitle} width="text">
      {view.state === "failed" ? (
        <LoadFailure title={words.failed} failure={view.failure} onRetry={again} />
      ) : (
        <Progress label={words.loading} />
      )}
    </Screen>
  );
}

interface OfferProps {
  reference: string;
  invitation: Invitation;
  onTaken: (taken: Taken) => void;
}

/** Accepts only after a click, so that an account with another address does not accept by accident. */
function Offer({ reference, invitation, onTaken }: OfferProps) {
  const user = useQuery(userQuery);
  const accepting = useSubmit(async () => {
    const taken = await acceptInvitation(reference);
    noteNavigation();
    onTaken(taken);
  });
  const leaving = useSubmit(signOut);
  const account = user.data;
  const isOthers = account !== undefined && addressKey(account.email) !== addressKey(invitation.email);
  return (
    <Screen title={words.pageTitle} heading={words.heading(invitation.description)} width="text">
      {isOthers && (
        <Notice kind="warning" title={words.otherTitle}>
          {words.other(invitation.email, account.username, account.email)}
        </Notice>
      )}
      <Panel>
        <InvitationFacts invitation={invitation} />
        {account && <p className={mutedClass}>{words.acceptHelp(invitation.description, account.username)}</p>}
      </Panel>
      <MissingParts queries={[user]} />
      <FailureNotice failure={accepting.failure} />
      <Actions>
        <Link to="/" className={buttonClass()}>
          {words.notNow}
        </Link>
        {isOthers && (
          <Button look="primary" busy={leaving.busy} onClick={() => leaving.submit()}>
            {words.otherAccount}
          </Button>
        )}
        <Button
          look={isOthers ? "secondary" : "primary"}
          busy={accepting.busy}
          disabled={!account}
          onClick={() => accepting.submit()}
        >
          {isOthers ? words.acceptAs(account.username) : words.accept}
        </Button>
      </Actions>
    </Screen>
  );
}

/** Shows when an invitation expired, and the manager who can send a new one (LOOK-09). */
function InvitationExpired({ at, manager }: ExpiredInvitation) {
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

interface InvitationEndingProps {
  taken: Taken;
  /** The invitation as it was read before, while it was still open. */
  invitation: Invitation | null;
}

/** Shows the result, and the next step. */
function InvitationEnding({ taken, invitation }: InvitationEndingProps) {
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
