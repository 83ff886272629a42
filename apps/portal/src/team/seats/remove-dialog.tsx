import { call } from "@foyer/api-client/client";
import type { Seat } from "@foyer/contract/seats";
import type { CallReply } from "@foyer/api-client/call-types";
import { DoneDialog } from "@foyer/ui/done-dialog";
import { TextField } from "@foyer/ui/field";
import { announce } from "@foyer/ui/live-region";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { words as acts } from "#words/seat-acts";
import { words as sending } from "#words/sending";
import { words } from "#words/team";
import { api } from "../../shared/requests/api.ts";
import { sentenceOf } from "../../shared/failures/failure-sentence.ts";
import { userQuery } from "../../shared/requests/queries.ts";
import { SubmitDialog } from "../../shared/forms/submit-dialog.tsx";
import { useSubmit } from "../../shared/forms/use-submit.ts";
import { refreshLicenses, seatsQuery } from "../../shared/subscription/subscription-queries.ts";
import { AddressLines } from "../address-lines.tsx";

/** Above this number, the person must type the number. */
const TYPED_ABOVE = 25;

interface RemoveDialogProps {
  licenseId: string;
  seats: readonly Seat[];
  /** Called after a complete or partial removal: the selection is cleared. */
  onRemoved: () => void;
  returnTo: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** "Confirm Removal" with its size, and the seats that could not be removed (SEATS-07, SEATS-08, LOOK-10). */
export function RemoveDialog({ licenseId, seats, onRemoved, ...frame }: RemoveDialogProps) {
  const client = useQueryClient();
  const own = useQuery(userQuery).data?.username ?? null;
  const [answer, setAnswer] = useState<CallReply<"removeSeats"> | null>(null);
  const [count, setCount] = useState("");
  const removal = useSubmit(async (_, signal) => {
    try {
      const body = { seats: [...seats] };
      const told = await call(api, "removeSeats", { params: { id: licenseId }, body, timeoutMs: 60_000, signal });
      client.setQueryData(seatsQuery(licenseId).queryKey, told.seats);
      onRemoved();
      // The list is rendered first, so that the focus moves to a row that is still there.
      await new Promise((passed) => setTimeout(passed, 0));
      const gone = seats.length - (told.invalid_seats?.length ?? 0);
      if (gone > 0) announce(words.removed(gone));
      if (told.invalid_seats) setAnswer(told);
      else frame.onClose();
    } finally {
      void refreshLicenses(client);
    }
  }, sending.removing);
  const invalid = answer?.invalid_seats;
  if (invalid || removal.failure !== null) {
    const ids = new Set(invalid?.map(({ id }) => id));
    return (
      <DoneDialog title={words.removeErrorTitle} button={words.close} {...frame}>
        <p>{answer?.message ?? sentenceOf(removal.failure)}</p>
        <AddressLines addresses={seats.filter(({ id }) => ids.has(id)).map(({ email }) => email)} />
        <p>{words.removeErrorHint}</p>
      </DoneDialog>
    );
  }
  const isMany = seats.length > TYPED_ABOVE;
  const self = seats.find(({ username }) => username !== null && username === own);
  return (
    <SubmitDialog
      sending={removal}
      title={words.removeTitle}
      description={
        <>
          <p>
            <strong>{acts.removeLead(seats.length)}</strong>
          </p>
          <p>{words.removeText(seats.length)}</p>
        </>
      }
      submit={words.yes}
      cancel={words.no}
      danger
      ready={!isMany || count.replaceAll(/[\s,.]/g, "") === String(seats.length)}
      {...frame}
    >
      <AddressLines
        addresses={[
          ...(self ? [acts.own(self.email)] : []),
          ...seats.filter((seat) => seat !== self).map(({ email }) => email),
        ]}
      />
      {isMany && (
        <TextField
          label={acts.typeCount(seats.length)}
          hint={acts.typeCountHint}
          inputMode="numeric"
          autoComplete="off"
          value={count}
          onChange={(event) => setCount(event.target.value)}
        />
      )}
    </SubmitDialog>
  );
}
