import { call } from "@foyer/api-client/client";
import { mayBeAddress } from "@foyer/domain/addresses";
import { Button } from "@foyer/ui/button";
import { TextField } from "@foyer/ui/field";
import { useQueryClient } from "@tanstack/react-query";
import { words } from "#words/account";
import { words as common } from "#words/common";
import { words as sending } from "#words/sending";
import { Form } from "../../shared/forms/form.tsx";
import { Actions } from "../../shared/screens/panel.tsx";
import { api } from "../../shared/requests/api.ts";
import { refusalOf } from "../../shared/failures/refusal-of.ts";
import { FailureNotice } from "../../shared/screens/failure-notice.tsx";
import { ShownError } from "../../shared/failures/failure-sentence.ts";
import { userQuery } from "../../shared/requests/queries.ts";
import { SubmitProof } from "../../shared/proof/proof-field.tsx";
import { useSubmit } from "../../shared/forms/use-submit.ts";
import { WaitingLine } from "../../shared/forms/waiting-line.tsx";
import { useKept } from "../../shared/forms/use-kept.ts";

interface EmailFormProps {
  onSaved: (address: string) => void;
  onCancel: () => void;
}

/** Asks for a new address, and for the password if the service requires it. */
export function EmailForm({ onSaved, onCancel }: EmailFormProps) {
  const queries = useQueryClient();
  const [address, setAddress] = useKept("new-address", "");
  const saving = useSubmit(
    async (_, signal, proof) => {
      const wanted = address.trim();
      const { userinfo } = await call(api, "changeEmail", { body: { new_email_address: wanted, ...proof }, signal });
      queries.setQueryData(userQuery.queryKey, userinfo);
      onSaved(wanted);
    },
    sending.email,
    { proof: "on-demand", unheard: sending.unheardSafe, fields: ["new_email_address"] },
  );
  const isReady = mayBeAddress(address);
  // EMAIL-02: the field shows the refusals that have the service's own sentence.
  const hasOwnSentence = saving.failure instanceof ShownError || refusalOf(saving.failure) === "rate.limited";
  return (
    <Form busy={saving.busy} onSubmit={() => saving.submit()}>
      <FailureNotice failure={saving.failure} sentence={hasOwnSentence ? null : words.emailFailed} />
      <TextField
        label={words.email}
        hint={words.emailHelp}
        error={saving.fault("new_email_address")}
        type="email"
        autoComplete="email"
        // The person pressed Edit to type here.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
      <SubmitProof sending={saving} ready={isReady} />
      <WaitingLine waiting={saving.waiting} />
      <Actions>
        <Button onClick={onCancel}>{common.cancel}</Button>
        <Button type="submit" look="primary" busy={saving.busy} disabled={!isReady || !saving.ready}>
          {common.save}
        </Button>
      </Actions>
    </Form>
  );
}
