import { call } from "@foyer/api-client/client";
import { Button } from "@foyer/ui/button";
import { Dialog } from "@foyer/ui/dialog";
import { TextField } from "@foyer/ui/field";
import { useId, useState } from "react";
import { words as common } from "#words/common";
import { words } from "#words/passkeys";
import { words as security } from "#words/security";
import { api } from "../../shared/api.ts";
import { FailureNotice } from "../../shared/failure-notice.tsx";
import { formClass } from "../../shared/panel.tsx";
import { makePasskey, passkeySentence } from "../../shared/passkeys/ceremony.ts";
import { useSubmit } from "../../shared/use-submit.ts";
import { wantsProof } from "../../shared/wants-proof.ts";
import { deviceName } from "./device-name.ts";
import { isWrongPassword, ProofField } from "./proof-field.tsx";

const NAME_LENGTH_MAX = 64;

/** Has the device make a passkey, under a name; asks for the password where the service wants it. */
export function AddPasskeyDialog({ onClose, onAdded }: { onClose: () => void; onAdded: (name: string) => void }) {
  const form = useId();
  const [name, setName] = useState(() => deviceName(navigator.userAgent));
  const [password, setPassword] = useState("");
  const [asksForPassword, setAsksForPassword] = useState(false);
  const adding = useSubmit(async (isProved: boolean) => {
    try {
      const body = asksForPassword && !isProved ? { password } : {};
      const { options } = await call(api, "startPasskey", { body });
      setAsksForPassword(false);
      const credential = await makePasskey(options);
      const { passkey } = await call(api, "addPasskey", { body: { name: name.trim(), credential } });
      onAdded(passkey.name);
    } catch (error) {
      if (!wantsProof(error)) throw error;
      setPassword("");
      setAsksForPassword(true);
    }
  });
  const { busy, failure } = adding;
  return (
    <Dialog
      title={words.addTitle}
      onClose={busy ? undefined : onClose}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            {common.cancel}
          </Button>
          <Button
            type="submit"
            form={form}
            look="primary"
            busy={busy}
            disabled={name.trim() === "" || (asksForPassword && password === "")}
          >
            {words.create}
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
          adding.submit(false);
        }}
      >
        {failure !== null && !isWrongPassword(failure) && (
          <FailureNotice failure={failure} sentence={passkeySentence(failure)} />
        )}
        <p>{words.addHelp}</p>
        <TextField
          label={words.name}
          hint={words.nameHint}
          autoComplete="off"
          maxLength={NAME_LENGTH_MAX}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what the dialog asks for
          autoFocus
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {asksForPassword && (
          <>
            <p>{security.proofHelp}</p>
            <ProofField
              value={password}
              failure={failure}
              onChange={setPassword}
              onProved={() => adding.submit(true)}
            />
          </>
        )}
      </form>
    </Dialog>
  );
}
