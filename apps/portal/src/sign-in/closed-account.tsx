import { call } from "@foyer/api-client/client";
import type { SignedIn } from "@foyer/contract/sign-in";
import { formatDate } from "@foyer/domain/dates";
import { Button } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { useState } from "react";
import { words } from "#words/closing";
import { api } from "../shared/requests/api.ts";
import { FailureNotice } from "../shared/screens/failure-notice.tsx";
import { useSubmit } from "../shared/forms/use-submit.ts";
import { signInOutcome } from "../shared/session/sign-in-outcome.ts";

/** Account name and password of a closed account, and the service's answer. */
export interface Closed {
  username: string;
  password: string;
  answer: Partial<SignedIn> & { userinfo?: { come_back_until?: string } };
}

/**
 * Reports that the account is closed (SIGNIN-07), and offers to reopen it if its owner closed it and still can
 * (ERASE-02).
 */
export function ClosedAccount({ username, password, answer }: Closed) {
  const until = answer.userinfo?.come_back_until;
  if (until) return <Offer username={username} password={password} until={until} />;
  // An answer without a token and without a closed state is unknown to this portal.
  const isClosed = "code" in answer || signInOutcome(answer) === "closed";
  return (
    <Notice kind="danger" answers>
      {isClosed ? words.isClosed : words.tryLater}
    </Notice>
  );
}

function Offer({ username, password, until }: { username: string; password: string; until: string }) {
  const [isMailed, setIsMailed] = useState(false);
  const mailing = useSubmit(async () => {
    await call(api, "askToComeBack", { body: { username, password } });
    setIsMailed(true);
  });
  if (isMailed) {
    return (
      <Notice kind="success" answers>
        {words.linkMailed}
      </Notice>
    );
  }
  return (
    <>
      <FailureNotice failure={mailing.failure} />
      <Notice
        kind="info"
        answers
        action={
          <Button small busy={mailing.busy} onClick={() => mailing.submit()}>
            {words.mailLink}
          </Button>
        }
      >
        {words.offer(formatDate(until))}
      </Notice>
    </>
  );
}
