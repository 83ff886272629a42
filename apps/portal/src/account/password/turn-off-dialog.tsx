import { call } from "@foyer/api-client/client";
import { TextField } from "@foyer/ui/field";
import { FormDialog } from "@foyer/ui/form-dialog";
import { useState } from "react";
import { words } from "#words/security";
import { words as sending } from "#words/sending";
import { api } from "../../shared/requests/api.ts";
import { refusalOf } from "../../shared/failures/refusal-of.ts";
import { FailureNotice } from "../../shared/screens/failure-notice.tsx";
import { useProvedSubmit } from "../../shared/proof/use-proved-submit.tsx";

/**
 * Turns the second factor off with a code, after showing the consequences; asks for the password if the service
 * requires it.
 */
export function TurnOffDialog({ onClose, onTurnedOff }: { onClose: () => void; onTurnedOff: () => void }) {
  const [code, setCode] = useState("");
  const turning = useProvedSubmit(
    async (proof, signal) => {
      await call(api, "removeSecondFactor", { body: { otp: code, ...proof }, signal });
      onTurnedOff();
    },
    { waitsFor: sending.turningOff, ready: code !== "" },
  );
  const isWrongCode = refusalOf(turning.failure) === "second_factor.wrong_code";
  return (
    <FormDialog
      title={words.offTitle}
      description={words.offHelp}
      submit={words.turnOff}
      cancel={words.keepOn}
      danger
      busy={turning.busy}
      waiting={turning.waiting}
      ready={turning.ready}
      refusal={isWrongCode ? null : <FailureNotice failure={turning.failure} sentence={turning.unsent} />}
      proof={turning.proof}
      onSubmit={turning.submit}
      onClose={onClose}
    >
      <TextField
        label={words.code}
        hint={words.offCodeHint}
        error={isWrongCode ? words.wrongCode : null}
        autoComplete="one-time-code"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog opened to ask for this
        autoFocus
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
    </FormDialog>
  );
}
