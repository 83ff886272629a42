import { formatMoney, seatsPrice } from "@foyer/domain/money";
import { seatsToExpire } from "@foyer/domain/seat-change";
import { TextField } from "@foyer/ui/field";
import { FormDialog } from "@foyer/ui/form-dialog";
import { Notice } from "@foyer/ui/notice";
import { words } from "#words/change-seats";
import { words as team } from "#words/team";
import type { SubscriptionFacts } from "../../shared/subscription/subscription-facts.ts";
import { priceText } from "../team-facts.ts";
import { type ChangeSeats, type ChangeSeatsEvent, type HeldSeats, quantityText, wantedSeats } from "./change-seats.ts";
import { Priced } from "../../shared/money/priced.tsx";

interface QuantityStepProps {
  /** Name of the license. */
  product: string;
  subscription: SubscriptionFacts;
  seats: HeldSeats;
  now: Extract<ChangeSeats, { step: "quantity" }>;
  tell: (event: ChangeSeatsEvent) => void;
  onClose: () => void;
}

/** The wanted number of seats: digits only, 1 to 2,200, and different from the current number (QTY-03, QTY-04). */
export function QuantityStep({ product, subscription, seats, now, tell, onClose }: QuantityStepProps) {
  const { wanted, canConfirm, refusal } = wantedSeats(seats, now.text);
  const { unitAmount, currency, interval, chargedRates } = subscription;
  const cycle = interval === "year" ? team.perYear : team.perMonth;
  const amount = canConfirm ? seatsPrice(unitAmount, wanted) : null;
  const tooMany = canConfirm ? seatsToExpire({ held: seats.held.length }, wanted) : 0;
  return (
    <FormDialog
      title={team.changeSeats}
      description={<strong translate="no">{product}</strong>}
      submit={words.confirmQuantity}
      cancel={team.cancel}
      ready={canConfirm}
      missing={refusal && words.unconfirmed[refusal](seats.inForce)}
      refusal={now.isOvertaken && <Notice kind="warning">{words.overtaken}</Notice>}
      onSubmit={() => tell({ type: "quantityConfirmed" })}
      onClose={onClose}
    >
      <TextField
        label={words.quantity}
        inputMode="numeric"
        autoComplete="off"
        // Sets the attribute, which an opening dialog looks for: the dialog opened for this field.
        ref={(field) => field?.setAttribute("autofocus", "")}
        value={quantityText(seats, now.text)}
        hint={words.quantityHint(seats.inForce, seats.held.length)}
        error={now.isWarned ? words.quantityWarning : null}
        onChange={(event) => tell({ type: "typed", text: event.target.value })}
      />
      <p>
        <Priced>
          {team.priceEach(formatMoney(unitAmount, currency), team.seats(canConfirm ? wanted : seats.inForce), cycle)}
        </Priced>
        {amount !== null && <Priced>{` = ${priceText({ amount, currency, chargedRates })}`}</Priced>}
      </p>
      {tooMany > 0 && <p role="status">{words.tooManySeats(tooMany)}</p>}
    </FormDialog>
  );
}
