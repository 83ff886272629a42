import { call } from "@foyer/api-client/client";
import type { Passkey } from "@foyer/contract/passkeys";
import { TextField } from "@foyer/ui/field";
import { FormDialog } from "@foyer/ui/form-dialog";
import { useState } from "react";
import { words as common } from "#words/common";
import { words } from "#words/passkeys";
import { words as sending } from "#words/sending";
import { api } from "../../shared/requests/api.ts";
import { FailureNotice } from "../../shared/screens/failure-notice.tsx";
import { unsentSentence, useSending } from "../../shared/forms/use-sending.ts";

interface RenamePasskeyDialogProps {
  passkey: Passkey;
  onClose: () => void;
  onRenamed: (name: string) => void;
}

/** Renames a passkey. */
export function RenamePasskeyDialog({ passkey, onClose, onRenamed }: RenamePasskeyDialogProps) {
  const [name, setName] = useState(passkey.name);
  const renaming = useSending<void>(
    async (_, signal) => {
      await call(api, "renamePasskey", { params: { passkey: passkey.id }, body: { name: name.trim() }, signal });
      onRenamed(name.trim());
    },
    sending.saving,
    sending.unheardSafe,
  );
  return (
    <FormDialog
      title={words.renameTitle}
      submit={words.save}
      cancel={common.cancel}
      busy={renaming.busy}
      waiting={renaming.waiting}
      ready={name.trim() !== ""}
      refusal={<FailureNotice failure={renaming.failure} sentence={unsentSentence(renaming.failure)} />}
      onSubmit={renaming.submit}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        autoComplete="off"
        maxLength={64}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog opened to ask for this
        autoFocus
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
