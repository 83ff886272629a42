import { call } from "@foyer/api-client/client";
import { TextField } from "@foyer/ui/field";
import { useState } from "react";
import { words } from "#words/security";
import { words as sending } from "#words/sending";
import { api } from "../../shared/requests/api.ts";
import { SubmitDialog } from "../../shared/forms/submit-dialog.tsx";
import { SubmitProof } from "../../shared/proof/proof-field.tsx";
import { useSubmit } from "../../shared/forms/use-submit.ts";

/**
 * Turns the second factor off with a code, after showing the consequences; asks for the password if the service
 * requires it.
 */
export function TurnOffDialog({ onClose, onTurnedOff }: { onClose: () => void; onTurnedOff: () => void }) {
  const [code, setCode] = useState("");
  const turning = useSubmit(
    async (_, signal, proof) => {
      await call(api, "removeSecondFactor", { body: { otp: code, ...proof }, signal });
      onTurnedOff();
    },
    sending.turningOff,
    { proof: "on-demand", fields: ["otp"] },
  );
  return (
    <SubmitDialog
      sending={turning}
      title={words.offTitle}
      description={words.offHelp}
      submit={words.turnOff}
      cancel={words.keepOn}
      danger
      ready={code !== ""}
      proof={<SubmitProof sending={turning} ready={code !== ""} />}
      onClose={onClose}
    >
      <TextField
        label={words.code}
        hint={words.offCodeHint}
        error={turning.fault("otp")}
        autoComplete="one-time-code"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog opened to ask for this
        autoFocus
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
    </SubmitDialog>
  );
}
