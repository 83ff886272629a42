import type { CallRefusal } from "@foyer/api-client/call-types";
import { call } from "@foyer/api-client/client";
import { Button } from "@foyer/ui/button";
import { TextField } from "@foyer/ui/field";
import { useQueryClient } from "@tanstack/react-query";
import { words as common } from "#words/common";
import { words } from "#words/legacy-keys";
import { words as sending } from "#words/sending";
import { Form } from "../../shared/forms/form.tsx";
import { Actions } from "../../shared/screens/panel.tsx";
import { api } from "../../shared/requests/api.ts";
import { isRefusal } from "../../shared/failures/refusal-of.ts";
import { FailureNotice } from "../../shared/screens/failure-notice.tsx";
import { useSubmit } from "../../shared/forms/use-submit.ts";
import { WaitingLine } from "../../shared/forms/waiting-line.tsx";
import { useKept } from "../../shared/forms/use-kept.ts";

interface RegisterKeyFormProps {
  onRegistered: (description: string) => void;
  onCancel: () => void;
}

/** Registers a key of a license that was bought without an account. */
export function RegisterKeyForm({ onRegistered, onCancel }: RegisterKeyFormProps) {
  const queries = useQueryClient();
  const [key, setKey] = useKept("license-key", "");
  const [owner, setOwner] = useKept("license-owner", "");
  const registering = useSubmit(
    async (_, signal) => {
      const body = { license_key: key.trim(), license_owner: owner.trim() };
      const { registration } = await call(api, "registerLicenseKey", { body, signal });
      // The new license may be a team's or have a seat, so all lists of licenses are refetched.
      await queries.invalidateQueries();
      onRegistered(registration.description);
    },
    sending.registering,
    { fields: ["license_key"] },
  );
  const { failure } = registering;
  return (
    <Form busy={registering.busy} onSubmit={() => registering.submit()}>
      <FailureNotice failure={failure} sentence={isRefusal(failure) ? words.refused : null} />
      <TextField
        label={words.key}
        error={registering.fault("license_key", sentences)}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form was opened to type here
        autoFocus
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        value={key}
        onChange={(event) => setKey(event.target.value)}
      />
      <TextField
        label={words.owner}
        hint={words.ownerHint}
        autoComplete="off"
        value={owner}
        onChange={(event) => setOwner(event.target.value)}
      />
      <WaitingLine waiting={registering.waiting} />
      <Actions>
        <Button onClick={onCancel}>{common.cancel}</Button>
        <Button
          type="submit"
          look="primary"
          busy={registering.busy}
          disabled={key.trim() === "" || owner.trim() === ""}
        >
          {words.register}
        </Button>
      </Actions>
    </Form>
  );
}

/** LEGACY-02. */
const sentences: Readonly<Record<Exclude<CallRefusal<"registerLicenseKey">, "rate.limited">, string>> = {
  "license_key.refused": words.refused,
  "license_key.other_account": words.otherAccount,
  "license_key.not_eligible": words.notEligible,
};
