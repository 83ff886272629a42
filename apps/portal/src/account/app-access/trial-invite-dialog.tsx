import { call } from "@foyer/api-client/client";
import type { ManagedLicense } from "@foyer/contract/licenses";
import { readAddresses } from "@foyer/domain/address-file";
import { uniqueAddresses } from "@foyer/domain/addresses";
import { TextField } from "@foyer/ui/field";
import { announce } from "@foyer/ui/live-region";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { words as sending } from "#words/sending";
import { words } from "#words/trial";
import { api } from "../../shared/requests/api.ts";
import { ShownError } from "../../shared/failures/failure-sentence.ts";
import { managedLicensesQuery } from "../../shared/requests/queries.ts";
import { unusualAddress } from "../../shared/forms/unusual-address.ts";
import { SubmitDialog } from "../../shared/forms/submit-dialog.tsx";
import { useSubmit } from "../../shared/forms/use-submit.ts";

interface TrialInviteDialogProps {
  license: ManagedLicense;
  name: string;
  onClose: () => void;
}

/** Invites people to the free seats of a trial. */
export function TrialInviteDialog({ license, name, onClose }: TrialInviteDialogProps) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState("");
  const [isTried, setTried] = useState(false);
  const free = license.available_seats;
  const addresses = uniqueAddresses(readAddresses(typed).entries);
  const unusual = addresses.map(unusualAddress).find((sentence) => sentence !== null) ?? null;
  const isTooMany = addresses.length > free;
  const fault = addresses.length === 0 ? words.inviteFault : isTooMany ? words.inviteTooMany(free) : unusual;
  const inviting = useSubmit(async (_, signal) => {
    const params = { id: license.id };
    const answer = await call(api, "inviteSeats", { params, body: { seats: addresses }, signal });
    void queries.invalidateQueries({ queryKey: managedLicensesQuery.queryKey });
    const failed = [...answer.invalid_emails, ...answer.emails_not_sent];
    if (failed.length > 0) throw new ShownError(words.inviteNot(failed.join(", ")));
    announce(words.invited(addresses.length));
    onClose();
  }, sending.inviting);

  function submitted() {
    setTried(true);
    if (fault === null) inviting.submit();
  }

  return (
    <SubmitDialog
      sending={inviting}
      title={words.inviteTitle(name)}
      submit={words.invite}
      onSubmit={submitted}
      onClose={onClose}
    >
      <TextField
        label={words.inviteField}
        hint={words.inviteHint(free)}
        type="text"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        ref={(field) => field?.setAttribute("autofocus", "")}
        value={typed}
        error={isTried ? fault : null}
        onChange={({ target }) => setTyped(target.value)}
      />
    </SubmitDialog>
  );
}
