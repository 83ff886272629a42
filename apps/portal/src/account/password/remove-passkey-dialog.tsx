import { call } from "@foyer/api-client/client";
import type { Passkey } from "@foyer/contract/passkeys";
import { FormDialog } from "@foyer/ui/form-dialog";
import { words } from "#words/passkeys";
import { words as sending } from "#words/sending";
import { api } from "../../shared/requests/api.ts";
import { FailureNotice } from "../../shared/screens/failure-notice.tsx";
import { useProvedSubmit } from "../../shared/proof/use-proved-submit.tsx";

interface RemovePasskeyDialogProps {
  passkey: Passkey;
  onClose: () => void;
  onRemoved: () => void;
}

/** Removes a passkey after showing the consequences; asks for the password if the service requires it. */
export function RemovePasskeyDialog({ passkey, onClose, onRemoved }: RemovePasskeyDialogProps) {
  const removing = useProvedSubmit(
    async (body, signal) => {
      await call(api, "removePasskey", { params: { passkey: passkey.id }, body, signal });
      onRemoved();
    },
    { waitsFor: sending.removingPasskey },
  );
  return (
    <FormDialog
      title={words.removeTitle(passkey.name)}
      description={words.removeHelp}
      submit={words.remove}
      cancel={words.keep}
      danger
      busy={removing.busy}
      waiting={removing.waiting}
      ready={removing.ready}
      refusal={<FailureNotice failure={removing.failure} sentence={removing.unsent} />}
      proof={removing.proof}
      onSubmit={removing.submit}
      onClose={onClose}
    />
  );
}
