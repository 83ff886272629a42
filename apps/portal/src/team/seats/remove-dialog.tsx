import { call } from "@foyer/api-client/client";
import type { Seat } from "@foyer/contract/seats";
import { DoneDialog } from "@foyer/ui/done-dialog";
import { FormDialog } from "@foyer/ui/form-dialog";
import { announce } from "@foyer/ui/live-region";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { words } from "#words/team";
import { api } from "../../shared/api.ts";
import { sentenceOf } from "../../shared/failure-sentence.ts";
import { refreshLicenses, seatsQuery } from "../../shared/subscription/subscription-queries.ts";
import { AddressLines } from "../address-lines.tsx";

interface RemoveDialogProps {
  licenseId: string;
  seats: readonly Seat[];
  /** Called after a complete or partial removal: the selection is cleared. */
  onRemoved: () => void;
  returnTo: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** "Confirm Removal", and the seats that could not be removed (SEATS-07, SEATS-08). */
export function RemoveDialog({ licenseId, seats, onRemoved, ...frame }: RemoveDialogProps) {
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: async () =>
      await call(api, "removeSeats", { params: { id: licenseId }, body: { seats: [...seats] }, timeoutMs: 60_000 }),
    onSuccess: (answer) => {
      client.setQueryData(seatsQuery(licenseId).queryKey, answer.seats);
      onRemoved();
      const gone = seats.length - (answer.invalid_seats?.length ?? 0);
      if (gone > 0) announce(words.removed(gone));
      if (!answer.invalid_seats) frame.onClose();
    },
    onSettled: () => void refreshLicenses(client),
  });
  const invalid = removal.data?.invalid_seats;
  if (invalid || removal.isError) {
    const ids = new Set(invalid?.map(({ id }) => id));
    return (
      <DoneDialog title={words.removeErrorTitle} button={words.close} {...frame}>
        <p>{removal.data?.message ?? sentenceOf(removal.error)}</p>
        <AddressLines addresses={seats.filter(({ id }) => ids.has(id)).map(({ email }) => email)} />
        <p>{words.removeErrorHint}</p>
      </DoneDialog>
    );
  }
  return (
    <FormDialog
      title={words.removeTitle}
      description={words.removeText(seats.length)}
      submit={words.yes}
      cancel={words.no}
      danger
      busy={removal.isPending}
      onSubmit={removal.mutate}
      {...frame}
    >
      <AddressLines addresses={seats.map(({ email }) => email)} />
    </FormDialog>
  );
}
