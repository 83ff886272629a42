import { call } from "@foyer/api-client/client";
import { TextField } from "@foyer/ui/field";
import { FormDialog } from "@foyer/ui/form-dialog";
import { useState } from "react";
import { words as common } from "#words/common";
import { words } from "#words/passkeys";
import { words as sending } from "#words/sending";
import { api } from "../../shared/requests/api.ts";
import { FailureNotice } from "../../shared/screens/failure-notice.tsx";
import { makePasskey, passkeySentence } from "../../shared/passkeys/ceremony.ts";
import { useProvedSubmit } from "../../shared/proof/use-proved-submit.tsx";
import { deviceName } from "./device-name.ts";

const NAME_LENGTH_MAX = 64;

/** Creates a passkey on the device, with a name; asks for the password if the service requires it. */
export function AddPasskeyDialog({ onClose, onAdded }: { onClose: () => void; onAdded: (name: string) => void }) {
  const [name, setName] = useState(() => deviceName(navigator.userAgent));
  const adding = useProvedSubmit(
    async (body, signal) => {
      const { options } = await call(api, "startPasskey", { body, signal });
      const credential = await makePasskey(options);
      const { passkey } = await call(api, "addPasskey", { body: { name: name.trim(), credential }, signal });
      onAdded(passkey.name);
    },
    { waitsFor: sending.passkey, ready: name.trim() !== "" },
  );
  const { failure } = adding;
  return (
    <FormDialog
      title={words.addTitle}
      description={words.addHelp}
      submit={words.create}
      cancel={common.cancel}
      busy={adding.busy}
      waiting={adding.waiting}
      ready={adding.ready}
      refusal={<FailureNotice failure={failure} sentence={adding.unsent ?? passkeySentence(failure)} />}
      proof={adding.proof}
      onSubmit={adding.submit}
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
    </FormDialog>
  );
}
