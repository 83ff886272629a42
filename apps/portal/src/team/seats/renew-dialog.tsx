import { call } from "@foyer/api-client/client";
import type { ManagedLicense } from "@foyer/contract/licenses";
import type { Seat } from "@foyer/contract/seats";
import { formatDate } from "@foyer/domain/dates";
import { mayOfferRenewing } from "@foyer/domain/seats";
import { Button } from "@foyer/ui/button";
import { Dialog } from "@foyer/ui/dialog";
import { announce } from "@foyer/ui/live-region";
import { Notice } from "@foyer/ui/notice";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { words } from "#words/team";
import { api } from "../../shared/api.ts";
import { sentenceOf } from "../../shared/failure-sentence.ts";
import { brand } from "../../shared/settings.ts";
import { refreshAfterChange, seatsQuery } from "../../shared/subscription/subscription-queries.ts";

interface RenewDialogProps {
  license: ManagedLicense;
  seat: Seat;
  onClose: () => void;
}

/** "Mark as renewing?" for a seat that is expiring, or why it cannot be (SEATS-09). */
export function RenewDialog({ license, seat, onClose }: RenewDialogProps) {
  const client = useQueryClient();
  const name = seat.username ?? seat.email;
  const renewal = useMutation({
    mutationFn: async () =>
      await call(api, "releaseSeats", { params: { id: license.id }, body: { release: [], renew: [seat.id] } }),
    onSuccess: ({ seats }) => {
      client.setQueryData(seatsQuery(license.id).queryKey, seats);
      announce(words.renewed(name));
      onClose();
    },
    onSettled: () => refreshAfterChange(client),
  });
  const mayRenew = mayOfferRenewing({
    renewingQuantity: license.renewing_quantity,
    usedSeats: license.used_seats,
    availableSeats: license.available_seats,
  });
  if (!mayRenew) {
    return (
      <Dialog
        title={words.notEnoughTitle}
        onClose={onClose}
        actions={
          <Button look="primary" onClick={onClose}>
            {words.close}
          </Button>
        }
      >
        <p>{words.notEnough}</p>
        <p>
          {words.contactSales} <a href={`mailto:${brand.salesEmail}`}>{brand.salesEmail}</a>.
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog
      title={words.renewTitle}
      onClose={renewal.isPending ? undefined : onClose}
      actions={
        <>
          <Button disabled={renewal.isPending} onClick={onClose}>
            {words.cancel}
          </Button>
          <Button look="primary" busy={renewal.isPending} onClick={() => renewal.mutate()}>
            {words.renew}
          </Button>
        </>
      }
    >
      <p>{words.renewText(name, formatDate(license.expiration_date ?? ""))}</p>
      {renewal.isError && <Notice kind="danger">{sentenceOf(renewal.error)}</Notice>}
    </Dialog>
  );
}
