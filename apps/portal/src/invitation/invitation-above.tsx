import type { Invitation } from "@foyer/contract/invitations";
import { formatDate } from "@foyer/domain/dates";
import { Notice } from "@foyer/ui/notice";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { words as common } from "#words/common";
import { words } from "#words/invitation";
import { Button, buttonClass } from "@foyer/ui/button";
import { Link } from "../shared/screens/router.tsx";
import { sentenceOf } from "../shared/failures/failure-sentence.ts";
import { mutedClass, Panel } from "../shared/screens/panel.tsx";
import { WaitingScreen } from "../shared/screens/waiting-screen.tsx";
import { InvitationFacts } from "./invitation-facts.tsx";
import { type InvitationView, proofIn, referenceIn, useInvitation } from "./use-invitation.ts";

interface InvitationAboveProps {
  /** @param headed title and heading of an open invitation; absent if it cannot be accepted. */
  children: (invitation: ReactNode, headed?: { readonly title: string; readonly heading: string }) => ReactNode;
}

/** Shows the invitation above the form for signing in or signing up (ROUTE-02); both appear at the same time. */
export function InvitationAbove({ children }: InvitationAboveProps) {
  const { search } = useLocation();
  const { view, again } = useInvitation(search);
  if (view.state === "loading") return <WaitingScreen title={words.pageTitle} label={words.loading} />;
  const looked = <Looked view={view} again={again} search={search} />;
  if (view.state !== "open") return children(looked);
  return children(looked, { title: words.pageTitle, heading: words.heading(view.invitation.description) });
}

interface LookedProps {
  view: Exclude<InvitationView, { state: "loading" }>;
  again: () => void;
  search: string;
}

function Looked({ view, again, search }: LookedProps) {
  switch (view.state) {
    case "dead":
      if (view.expired) {
        const { at, manager } = view.expired;
        return (
          <Notice kind="warning" title={words.expiredTitle}>
            <p>{words.expired(formatDate(at), manager)}</p>
            <p>
              <a href={`mailto:${manager}`}>{words.askManager(manager)}</a>
            </p>
          </Notice>
        );
      }
      return (
        <Notice kind="warning" title={words.used}>
          {words.usedSignIn}
        </Notice>
      );
    case "failed":
      return (
        <Notice
          kind="danger"
          title={words.failed}
          action={
            <Button small onClick={again}>
              {common.tryAgain}
            </Button>
          }
        >
          {sentenceOf(view.failure)}
        </Notice>
      );
    case "limited":
      return (
        <Notice
          kind="warning"
          title={words.limitedTitle}
          action={
            <Button small onClick={again}>
              {common.tryAgain}
            </Button>
          }
        >
          {words.limited(Math.ceil(view.seconds / 60))}
        </Notice>
      );
    case "open":
      return (
        <Panel>
          <InvitationFacts invitation={view.invitation} />
          <NextStep invitation={view.invitation} search={search} />
        </Panel>
      );
  }
}

/** Most invited people are new here: creating an account comes first, unless the address is known to have one (LOOK-19). */
function NextStep({ invitation, search }: { invitation: Invitation; search: string }) {
  if (invitation.has_account) return <p className={mutedClass}>{words.signInToAccept}</p>;
  const query = new URLSearchParams({ ref: referenceIn(search) });
  const proof = proofIn(search);
  if (proof !== undefined && invitation.has_account === false) query.set("proof", proof);
  return (
    <>
      <Link
        to={`/register?${query.toString()}`}
        state={{ invited: invitation.email }}
        className={buttonClass({ look: "primary", wide: true })}
      >
        {words.createToAccept}
      </Link>
      <p className={mutedClass}>{words.orSignIn}</p>
    </>
  );
}
