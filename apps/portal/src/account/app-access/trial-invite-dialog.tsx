import { call } from "@foyer/api-client/client";
import type { ManagedLicense } from "@foyer/contract/licenses";
import { readAddresses } from "@foyer/domain/address-file";
import { uniqueAddresses } from "@foyer/domain/addresses";
import { TextField } from "@foyer/ui/field";
import { FormDialog } from "@foyer/ui/form-dialog";
import { announce } from "@foyer/ui/live-region";
import { Notice } from "@foyer/ui/notice";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { words as common } from "#words/common";
import { words as sending } from "#words/sending";
import { words } from "#words/trial";
import { api } from "../../shared/requests/api.ts";
import { FailureNotice } from "../../shared/screens/failure-notice.tsx";
import { managedLicensesQuery } from "../../shared/requests/queries.ts";
import { unusualAddress } from "../../shared/forms/unusual-address.ts";
import { unsentSentence, useSending } from "../../shared/forms/use-sending.ts";

interface TrialInviteDialogProps {
  license: ManagedLicense;
  name: string;
  onClose: () => void;
}

/** Addresses that got no invitation. */
class NotInvited extends Error {}

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
  const inviting = useSending<readonly string[]>(async (wanted, signal) => {
    const params = { id: license.id };
    const answer = await call(api, "inviteSeats", { params, body: { seats: [...wanted] }, signal });
    void queries.invalidateQueries({ queryKey: managedLicensesQuery.queryKey });
    const failed = [...answer.invalid_emails, ...answer.emails_not_sent];
    if (failed.length > 0) throw new NotInvited(words.inviteNot(failed.join(", ")));
    announce(words.invited(wanted.length));
    onClose();
  }, sending.inviting);

  function submitted() {
    setTried(true);
    if (fault === null) inviting.submit(addresses);
  }

  const { failure } = inviting;
  return (
    <FormDialog
      title={words.inviteTitle(name)}
      submit={words.invite}
      cancel={common.cancel}
      busy={inviting.busy}
      waiting={inviting.waiting}
      refusal={
        failure instanceof NotInvited ? (
          <Notice kind="danger" answers>
            {failure.message}
          </Notice>
        ) : (
          <FailureNotice failure={failure} sentence={unsentSentence(failure)} />
        )
      }
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
    </FormDialog>
  );
}
