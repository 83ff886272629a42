import { call } from "@foyer/api-client/client";
import { addressKey, isAddress } from "@foyer/domain/addresses";
import { readAddresses } from "@foyer/domain/address-file";
import { TextField } from "@foyer/ui/field";
import { announce } from "@foyer/ui/live-region";
import { Notice } from "@foyer/ui/notice";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { words as acts } from "#words/seat-acts";
import { words as sending } from "#words/sending";
import { api } from "../../shared/requests/api.ts";
import { sentenceOf, ShownError } from "../../shared/failures/failure-sentence.ts";
import { userQuery } from "../../shared/requests/queries.ts";
import { refreshLicenses, seatsQuery } from "../../shared/subscription/subscription-queries.ts";
import { unusualAddress } from "../../shared/forms/unusual-address.ts";
import { SubmitDialog } from "../../shared/forms/submit-dialog.tsx";
import { useSubmit } from "../../shared/forms/use-submit.ts";
import type { SeatDialogProps } from "./seat-dialog-props.ts";

/** Gives the only seat of a license to another address, in one step (LOOK-12). */
export function GiveDialog({ license, seat, ...frame }: SeatDialogProps) {
  const client = useQueryClient();
  const own = useQuery(userQuery).data?.username ?? null;
  const isOwn = seat.username !== null && seat.username === own;
  const [typed, setTyped] = useState("");
  const [isTried, setTried] = useState(false);
  // The seat was removed from its holder; only the invitation is left.
  const [isFreed, setFreed] = useState(false);
  const { entries } = readAddresses(typed);
  const fault = faultOf(entries, seat.email);
  const giving = useSubmit(async (_, signal) => {
    const [address] = entries;
    if (address === undefined) return;
    const params = { id: license.id };
    try {
      if (!isFreed) await call(api, "removeSeats", { params, body: { seats: [seat] }, signal });
      setFreed(true);
      const { seats, emails_not_sent: notSent } = await call(api, "inviteSeats", {
        params,
        body: { seats: address },
        signal,
      });
      client.setQueryData(seatsQuery(license.id).queryKey, seats);
      if (notSent.length > 0) throw new ShownError(acts.giveNotSent(address));
      announce(acts.given(address));
      frame.onClose();
    } finally {
      void refreshLicenses(client);
    }
  }, sending.giving);

  function submitted() {
    setTried(true);
    if (fault === null) giving.submit();
  }

  return (
    <SubmitDialog
      sending={giving}
      title={acts.giveTitle}
      description={isOwn ? acts.giveOwnText : acts.giveText(seat.username ?? seat.email)}
      submit={acts.giveSubmit}
      refusal={giving.failure !== null && <Refusal failure={giving.failure} isFreed={isFreed} />}
      onSubmit={submitted}
      {...frame}
    >
      <TextField
        label={acts.giveAddress}
        type="text"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        ref={(field) => field?.setAttribute("autofocus", "")}
        value={typed}
        error={isTried ? fault : null}
        onChange={(event) => setTyped(event.target.value)}
      />
    </SubmitDialog>
  );
}

function Refusal({ failure, isFreed }: { failure: unknown; isFreed: boolean }) {
  return (
    <Notice kind="danger" answers>
      <p>{sentenceOf(failure)}</p>
      {isFreed && <p>{acts.giveFreed}</p>}
    </Notice>
  );
}

function faultOf(entries: readonly string[], held: string): string | null {
  const [address] = entries;
  if (entries.length !== 1 || address === undefined) return acts.giveFault;
  if (!isAddress(address)) return unusualAddress(address) ?? acts.giveFault;
  return addressKey(address) === addressKey(held) ? acts.giveSame : null;
}
