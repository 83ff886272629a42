import { call } from "@foyer/api-client/client";
import { TextField } from "@foyer/ui/field";
import { useState } from "react";
import type { Passkey } from "@foyer/contract/passkeys";
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
    { proof: "on-demand", fields: ["name"] },
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
        error={adding.fault("name")}
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
    { unheard: sending.unheardSafe, fields: ["name"] },
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
        error={renaming.fault("name")}
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
