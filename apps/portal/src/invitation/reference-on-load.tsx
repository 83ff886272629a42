import { addressKey } from "@foyer/domain/addresses";
import { Notice } from "@foyer/ui/notice";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { words } from "#words/invitation";
import { FailureNotice } from "../shared/screens/failure-notice.tsx";
import { userQuery } from "../shared/requests/queries.ts";
import { acceptInvitation, type Taken } from "./accept.ts";
import { lookAt, referenceIn } from "./use-invitation.ts";

type Outcome = Taken | { readonly outcome: "failed"; readonly failure: unknown };

/**
 * Accepts the invitation in the account page's URL (HOME-04). An invitation for another address is not accepted by
 * loading a page: it opens the invitation, and the person decides there.
 */
export function ReferenceOnLoad() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const user = useQuery(userQuery);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const asked = useRef(false);
  const reference = new URLSearchParams(search).has("ref") ? referenceIn(search) : null;
  const own = user.data?.email ?? null;

  useEffect(() => {
    if (reference === null || own === null || asked.current) return;
    asked.current = true;
    void take(reference, own).then(
      (found) => {
        if (found) setOutcome(found);
        else void navigate(`/confirm-invite/?ref=${encodeURIComponent(reference)}`, { replace: true });
      },
      (failure: unknown) => setOutcome({ outcome: "failed", failure }),
    );
  }, [reference, own, navigate]);

  switch (outcome?.outcome) {
    case undefined:
      return null;
    case "failed":
      return <FailureNotice failure={outcome.failure} />;
    case "accepted":
      return (
        <Notice kind="success" title={words.acceptedTitle}>
          {words.accepted(outcome.description)}
        </Notice>
      );
    case "held":
      return (
        <Notice kind="info" title={words.heldTitle}>
          {words.held(outcome.description)}
        </Notice>
      );
    case "ended":
      return (
        <Notice kind="warning" title={words.endedTitle}>
          {words.ended(outcome.description)}
        </Notice>
      );
    case "dead":
      return <Notice kind="warning">{words.used}</Notice>;
  }
}

/** Returns the result; null if the invitation is for another address and was not accepted. */
async function take(reference: string, own: string): Promise<Taken | null> {
  const view = await lookAt(reference);
  if (view.state !== "open") return { outcome: "dead", description: "" };
  const { email, description } = view.invitation;
  if (addressKey(email) !== addressKey(own)) return null;
  const taken = await acceptInvitation(reference);
  return { ...taken, description };
}
