import { call } from "@foyer/api-client/client";
import { Button } from "@foyer/ui/button";
import { Progress } from "@foyer/ui/spinner";
import { useEffect, useRef } from "react";
import { words as common } from "#words/common";
import { words } from "#words/sign-up";
import { refusalOf } from "../shared/failures/refusal-of.ts";
import { FailureNotice } from "../shared/screens/failure-notice.tsx";
import { Actions } from "../shared/screens/panel.tsx";
import { useSubmit } from "../shared/forms/use-submit.ts";
import { api } from "../shared/requests/api.ts";
import type { ProvedInvitation, SignUpEvent } from "./sign-up.ts";

interface InvitedStepProps {
  invitation: ProvedInvitation;
  happened: (event: SignUpEvent) => void;
}

/** Shows the mailed link to the service, which takes it in place of a confirm key (LOOK-19). */
export function InvitedStep({ invitation: { reference, proof }, happened }: InvitedStepProps) {
  const proving = useSubmit(async () => {
    try {
      const input = { params: { reference }, body: { proof } };
      const { email, token } = await call(api, "startInvitedSignUp", input);
      happened({ type: "addressProved", email, token: token.access_token });
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal !== "invitation.dead" && refusal !== "email.in_use") throw error;
      happened({ type: "addressNotProved", notice: refusal === "email.in_use" ? "has_account" : null });
    }
  });
  const prove = useRef(proving.submit);
  useEffect(() => prove.current(), []);
  if (proving.failure === null) return <Progress label={words.looking} />;
  return (
    <>
      <FailureNotice failure={proving.failure} />
      <Actions>
        <Button look="primary" onClick={() => proving.submit()}>
          {common.tryAgain}
        </Button>
      </Actions>
    </>
  );
}
