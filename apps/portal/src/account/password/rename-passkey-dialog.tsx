import { call } from "@foyer/api-client/client";
import type { Passkey } from "@foyer/contract/passkeys";
import { TextField } from "@foyer/ui/field";
import { useState } from "react";
import { words } from "#words/passkeys";
import { words as sending } from "#words/sending";
import { api } from "../../shared/requests/api.ts";
import { SubmitDialog } from "../../shared/forms/submit-dialog.tsx";
import { useSubmit } from "../../shared/forms/use-submit.ts";

interface RenamePasskeyDialogProps {
  passkey: Passkey;
  onClose: () => void;
  onRenamed: (name: string) => void;
}

/** Renames a passkey. */
export function RenamePasskeyDialog({ passkey, onClose, onRenamed }: RenamePasskeyDialogProps) {
  const [name, setName] = useState(passkey.name);
  const renaming = useSubmit(
    async (_, signal) => {
      await call(api, "renamePasskey", { params: { passkey: passkey.id }, body: { name: name.trim() }, signal });
      onRenamed(name.trim());
    },
    sending.saving,
    { unheard: sending.unheardSafe },
  );
  return (
    <SubmitDialog
      sending={renaming}
      title={words.renameTitle}
      submit={words.save}
      ready={name.trim() !== ""}
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
    </SubmitDialog>
  );
}
