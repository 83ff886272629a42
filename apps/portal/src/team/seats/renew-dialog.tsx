import { call } from "@foyer/api-client/client";
import { formatDate } from "@foyer/domain/dates";
import { mayOfferRenewing } from "@foyer/domain/seats";
import { DoneDialog } from "@foyer/ui/done-dialog";
import { announce } from "@foyer/ui/live-region";
import { useQueryClient } from "@tanstack/react-query";
import { words } from "#words/seat-acts";
import { words as sending } from "#words/sending";
import { words as team } from "#words/team";
import { api } from "../../shared/requests/api.ts";
import { brand } from "../../shared/settings/settings.ts";
import { SubmitDialog } from "../../shared/forms/submit-dialog.tsx";
import { useSubmit } from "../../shared/forms/use-submit.ts";
import { refreshAfterChange, seatsQuery } from "../../shared/subscription/subscription-queries.ts";
import type { SeatDialogProps } from "./seat-dialog-props.ts";

/** "Mark as renewing?" for a seat that is expiring, or why it cannot be (SEATS-09). */
export function RenewDialog({ license, seat, ...frame }: SeatDialogProps) {
  const client = useQueryClient();
  const name = seat.username ?? seat.email;
  const renewal = useSubmit(async (_, signal) => {
    try {
      const body = { release: [], renew: [seat.id] };
      const { seats } = await call(api, "releaseSeats", { params: { id: license.id }, body, signal });
      client.setQueryData(seatsQuery(license.id).queryKey, seats);
      announce(words.renewed(name));
      frame.onClose();
    } finally {
      refreshAfterChange(client);
    }
  }, sending.renewing);
  const mayRenew = mayOfferRenewing({
    renewingQuantity: license.renewing_quantity,
    usedSeats: license.used_seats,
    availableSeats: license.available_seats,
  });
  if (!mayRenew) {
    return (
      <DoneDialog title={words.notEnoughTitle} button={team.close} {...frame}>
        <p>{words.notEnough}</p>
        <p>
          {words.contactSales} <a href={`mailto:${brand.salesEmail}`}>{brand.salesEmail}</a>.
        </p>
      </DoneDialog>
    );
  }
  return (
    <SubmitDialog
      sending={renewal}
      title={words.renewTitle}
      description={words.renewText(name, formatDate(license.expiration_date ?? ""))}
      submit={words.renew}
      {...frame}
    />
  );
}
