import { call } from "@foyer/api-client/client";
import type { Passkey } from "@foyer/contract/passkeys";
import { Button } from "@foyer/ui/button";
import { Dialog } from "@foyer/ui/dialog";
import { useId, useState } from "react";
import { words } from "#words/passkeys";
import { words as security } from "#words/security";
import { api } from "../../shared/api.ts";
import { FailureNotice } from "../../shared/failure-notice.tsx";
import { formClass } from "../../shared/panel.tsx";
import { useSubmit } from "../../shared/use-submit.ts";
import { wantsProof } from "../../shared/wants-proof.ts";
import { isWrongPassword, ProofField } from "./proof-field.tsx";

interface RemovePasskeyDialogProps {
  passkey: Passkey;
  onClose: () => void;
  onRemoved: () => void;
}

/** Removes a passkey, after saying what that means; asks for the password where the service wants it. */
export function RemovePasskeyDialog({ passkey, onClose, onRemoved }: RemovePasskeyDialogProps) {
  const form = useId();
  const [password, setPassword] = useState("");
  const [asksForPassword, setAsksForPassword] = useState(false);
  const removing = useSubmit(async (isProved: boolean) => {
    try {
      const body = asksForPassword && !isProved ? { password } : {};
      await call(api, "removePasskey", { params: { passkey: passkey.id }, body });
      onRemoved();
    } catch (error) {
      if (!wantsProof(error)) throw error;
      setAsksForPassword(true);
    }
  });
  return (
    <Dialog
      role="alertdialog"
      title={words.removeTitle(passkey.name)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.keep}</Button>
          <Button
            type="submit"
            form={form}
            look="danger"
            busy={removing.busy}
            disabled={asksForPassword && password === ""}
          >
            {words.remove}
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
          removing.submit(false);
        }}
      >
        {!isWrongPassword(removing.failure) && <FailureNotice failure={removing.failure} />}
        <p>{words.removeHelp}</p>
        {asksForPassword && (
          <>
            <p>{security.proofHelp}</p>
            <ProofField
              value={password}
              failure={removing.failure}
              onChange={setPassword}
              onProved={() => removing.submit(true)}
            />
          </>
        )}
      </form>
    </Dialog>
  );
}
