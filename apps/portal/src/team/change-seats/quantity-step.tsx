import { formatMoney, seatsPrice } from "@foyer/domain/money";
import { TextField } from "@foyer/ui/field";
import { FormDialog } from "@foyer/ui/form-dialog";
import { Notice } from "@foyer/ui/notice";
import { words } from "#words/team";
import type { SubscriptionFacts } from "../../shared/subscription/subscription-facts.ts";
import { priceText } from "../team-facts.ts";
import { type ChangeSeats, type ChangeSeatsEvent, type HeldSeats, quantityText, wantedSeats } from "./change-seats.ts";
import { Priced } from "../../shared/money/priced.tsx";

interface QuantityStepProps {
  subscription: SubscriptionFacts;
  seats: HeldSeats;
  now: Extract<ChangeSeats, { step: "quantity" }>;
  tell: (event: ChangeSeatsEvent) => void;
  onClose: () => void;
}

/** The wanted number of seats: digits only, 1 to 2,200, and different from the current number (QTY-03, QTY-04). */
export function QuantityStep({ subscription, seats, now, tell, onClose }: QuantityStepProps) {
  const { wanted, canConfirm } = wantedSeats(seats, now.text);
  const { unitAmount, currency, interval, chargedRates } = subscription;
  const cycle = interval === "year" ? words.perYear : words.perMonth;
  const amount = canConfirm ? seatsPrice(unitAmount, wanted) : null;
  return (
    <FormDialog
      title={words.changeSeats}
      submit={words.confirmQuantity}
      cancel={words.cancel}
      ready={canConfirm}
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
          {words.priceEach(formatMoney(unitAmount, currency), words.seats(canConfirm ? wanted : seats.inForce), cycle)}
        </Priced>
        {amount !== null && <Priced>{` = ${priceText({ amount, currency, chargedRates })}`}</Priced>}
      </p>
    </FormDialog>
  );
}
