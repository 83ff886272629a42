import { call } from "@foyer/api-client/client";
import type { Passkey } from "@foyer/contract/passkeys";
import { words } from "#words/passkeys";
import { words as sending } from "#words/sending";
import { api } from "../../shared/requests/api.ts";
import { SubmitDialog } from "../../shared/forms/submit-dialog.tsx";
import { SubmitProof } from "../../shared/proof/proof-field.tsx";
import { useSubmit } from "../../shared/forms/use-submit.ts";

interface RemovePasskeyDialogProps {
  passkey: Passkey;
  onClose: () => void;
  onRemoved: () => void;
}

/** Removes a passkey after showing the consequences; asks for the password if the service requires it. */
export function RemovePasskeyDialog({ passkey, onClose, onRemoved }: RemovePasskeyDialogProps) {
  const removing = useSubmit(
    async (_, signal, body) => {
      await call(api, "removePasskey", { params: { passkey: passkey.id }, body, signal });
      onRemoved();
    },
    sending.removingPasskey,
    { proof: "on-demand" },
  );
  return (
    <SubmitDialog
      sending={removing}
      title={words.removeTitle(passkey.name)}
      description={words.removeHelp}
      submit={words.remove}
      cancel={words.keep}
      danger
      proof={<SubmitProof sending={removing} />}
      onClose={onClose}
    />
  );
}
