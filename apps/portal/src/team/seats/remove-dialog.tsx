import { call } from "@foyer/api-client/client";
import type { Seat } from "@foyer/contract/seats";
import { Button } from "@foyer/ui/button";
import { Dialog } from "@foyer/ui/dialog";
import { announce } from "@foyer/ui/live-region";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { words } from "#words/team";
import { api } from "../../shared/api.ts";
import { sentenceOf } from "../../shared/failure-sentence.ts";
import { refreshLicenses, seatsQuery } from "../../shared/subscription/subscription-queries.ts";
import { AddressLines } from "../address-lines.tsx";

interface RemoveDialogProps {
  licenseId: string;
  seats: readonly Seat[];
  /** Removed, wholly or in part: the ticks are taken away. */
  onRemoved: () => void;
  onClose: () => void;
}

/** "Confirm Removal", and what could not be removed (SEATS-07, SEATS-08). */
export function RemoveDialog({ licenseId, seats, onRemoved, onClose }: RemoveDialogProps) {
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: async () =>
      await call(api, "removeSeats", { params: { id: licenseId }, body: { seats: [...seats] }, timeoutMs: 60_000 }),
    onSuccess: (answer) => {
      client.setQueryData(seatsQuery(licenseId).queryKey, answer.seats);
      onRemoved();
      const gone = seats.length - (answer.invalid_seats?.length ?? 0);
      if (gone > 0) announce(words.removed(gone));
      if (!answer.invalid_seats) onClose();
    },
    onSettled: () => void refreshLicenses(client),
  });
  const invalid = removal.data?.invalid_seats;
  if (invalid || removal.isError) {
    const ids = new Set(invalid?.map(({ id }) => id));
    return (
      <Dialog
        title={words.removeErrorTitle}
        onClose={onClose}
        actions={
          <Button look="primary" onClick={onClose}>
            {words.close}
          </Button>
        }
      >
        <p>{removal.data?.message ?? sentenceOf(removal.error)}</p>
        <AddressLines addresses={seats.filter(({ id }) => ids.has(id)).map(({ email }) => email)} />
        <p>{words.removeErrorHint}</p>
      </Dialog>
    );
  }
  return (
    <Dialog
      title={words.removeTitle}
      role="alertdialog"
      onClose={removal.isPending ? undefined : onClose}
      actions={
        <>
          <Button disabled={removal.isPending} onClick={onClose}>
            {words.no}
          </Button>
          <Button look="danger" busy={removal.isPending} onClick={() => removal.mutate()}>
            {words.yes}
          </Button>
        </>
      }
    >
      <p>{words.removeText(seats.length)}</p>
      <AddressLines addresses={seats.map(({ email }) => email)} />
    </Dialog>
  );
}
