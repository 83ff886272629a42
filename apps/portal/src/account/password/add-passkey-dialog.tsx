import { call } from "@foyer/api-client/client";
import { TextField } from "@foyer/ui/field";
import { useState } from "react";
import { words } from "#words/passkeys";
import { words as sending } from "#words/sending";
import { api } from "../../shared/requests/api.ts";
import { FailureNotice } from "../../shared/screens/failure-notice.tsx";
import { makePasskey, passkeySentence } from "../../shared/passkeys/ceremony.ts";
import { SubmitDialog } from "../../shared/forms/submit-dialog.tsx";
import { SubmitProof } from "../../shared/proof/proof-field.tsx";
import { useSubmit } from "../../shared/forms/use-submit.ts";
import { deviceName } from "./device-name.ts";

const NAME_LENGTH_MAX = 64;

/** Creates a passkey on the device, with a name; asks for the password if the service requires it. */
export function AddPasskeyDialog({ onClose, onAdded }: { onClose: () => void; onAdded: (name: string) => void }) {
  const [name, setName] = useState(() => deviceName(navigator.userAgent));
  const adding = useSubmit(
    async (_, signal, body) => {
      const { options } = await call(api, "startPasskey", { body, signal });
      const credential = await makePasskey(options);
      const { passkey } = await call(api, "addPasskey", { body: { name: name.trim(), credential }, signal });
      onAdded(passkey.name);
    },
    sending.passkey,
    { proof: "on-demand" },
  );
  const { failure } = adding;
  const isNamed = name.trim() !== "";
  return (
    <SubmitDialog
      sending={adding}
      title={words.addTitle}
      description={words.addHelp}
      submit={words.create}
      ready={isNamed}
      refusal={<FailureNotice failure={failure} sentence={passkeySentence(failure)} />}
      proof={<SubmitProof sending={adding} ready={isNamed} />}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        hint={words.nameHint}
        autoComplete="off"
        maxLength={NAME_LENGTH_MAX}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog opened to ask for this
        autoFocus
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </SubmitDialog>
  );
}
