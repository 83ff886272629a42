import { call } from "@foyer/api-client/client";
import type { Passkey } from "@foyer/contract/passkeys";
import { FormDialog } from "@foyer/ui/form-dialog";
import { words } from "#words/passkeys";
import { api } from "../../shared/api.ts";
import { FailureNotice } from "../../shared/failure-notice.tsx";
import { useProvedSubmit } from "../../shared/use-proved-submit.tsx";

interface RemovePasskeyDialogProps {
  passkey: Passkey;
  onClose: () => void;
  onRemoved: () => void;
}

/** Removes a passkey after showing the consequences; asks for the password if the service requires it. */
export function RemovePasskeyDialog({ passkey, onClose, onRemoved }: RemovePasskeyDialogProps) {
  const removing = useProvedSubmit(async (body) => {
    await call(api, "removePasskey", { params: { passkey: passkey.id }, body });
    onRemoved();
  });
  return (
    <FormDialog
      title={words.removeTitle(passkey.name)}
      description={words.removeHelp}
      submit={words.remove}
      cancel={words.keep}
      danger
      busy={removing.busy}
      ready={removing.ready}
      refusal={<FailureNotice failure={removing.failure} />}
      proof={removing.proof}
      onSubmit={removing.submit}
      onClose={onClose}
    />
  );
}
