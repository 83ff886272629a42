import { call } from "@foyer/api-client/client";
import type { Passkey } from "@foyer/contract/passkeys";
import { Button } from "@foyer/ui/button";
import { Dialog } from "@foyer/ui/dialog";
import { TextField } from "@foyer/ui/field";
import { useId, useState } from "react";
import { words as common } from "#words/common";
import { words } from "#words/passkeys";
import { api } from "../../shared/api.ts";
import { FailureNotice } from "../../shared/failure-notice.tsx";
import { formClass } from "../../shared/panel.tsx";
import { useSubmit } from "../../shared/use-submit.ts";

interface RenamePasskeyDialogProps {
  passkey: Passkey;
  onClose: () => void;
  onRenamed: (name: string) => void;
}

/** Gives a passkey another name. */
export function RenamePasskeyDialog({ passkey, onClose, onRenamed }: RenamePasskeyDialogProps) {
  const form = useId();
  const [name, setName] = useState(passkey.name);
  const renaming = useSubmit<void>(async () => {
    await call(api, "renamePasskey", { params: { passkey: passkey.id }, body: { name: name.trim() } });
    onRenamed(name.trim());
  });
  return (
    <Dialog
      title={words.renameTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" form={form} look="primary" busy={renaming.busy} disabled={name.trim() === ""}>
            {words.save}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={formClass}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          renaming.submit();
        }}
      >
        <FailureNotice failure={renaming.failure} />
        <TextField
          label={words.name}
          autoComplete="off"
          maxLength={64}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what the dialog asks for
          autoFocus
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
