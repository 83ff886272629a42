import { formatMoney, seatsPrice } from "@foyer/domain/money";
import { Button } from "@foyer/ui/button";
import { Dialog } from "@foyer/ui/dialog";
import { TextField } from "@foyer/ui/field";
import { Notice } from "@foyer/ui/notice";
import { words } from "#words/team";
import type { SubscriptionFacts } from "../../shared/subscription/subscription-facts.ts";
import { priceText } from "../team-facts.ts";
import { type ChangeSeats, type ChangeSeatsEvent, type HeldSeats, quantityText, wantedSeats } from "./change-seats.ts";

interface QuantityStepProps {
  subscription: SubscriptionFacts;
  seats: HeldSeats;
  now: Extract<ChangeSeats, { step: "quantity" }>;
  tell: (event: ChangeSeatsEvent) => void;
  onClose: () => void;
}

/** How many seats shall it be: digits only, 1 to 2,200, and not as many as now (QTY-03, QTY-04). */
export function QuantityStep({ subscription, seats, now, tell, onClose }: QuantityStepProps) {
  const { wanted, canConfirm } = wantedSeats(seats, now.text);
  const { unitAmount, currency, interval, isTaxed } = subscription;
  const cycle = interval === "year" ? words.perYear : words.perMonth;
  const amount = canConfirm ? seatsPrice(unitAmount, wanted) : null;
  return (
    <Dialog
      title={words.changeSeats}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button look="primary" disabled={!canConfirm} onClick={() => tell({ type: "quantityConfirmed" })}>
            {words.confirmQuantity}
          </Button>
        </>
      }
    >
      {now.isOvertaken && <Notice kind="warning">{words.overtaken}</Notice>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          tell({ type: "quantityConfirmed" });
        }}
      >
        <TextField
          label={words.quantity}
          inputMode="numeric"
          autoComplete="off"
          // The attribute, as a dialog that opens looks for it: it was opened for this one field.
          ref={(field) => field?.setAttribute("autofocus", "")}
          value={quantityText(seats, now.text)}
          hint={words.quantityHint(seats.inForce, seats.held.length)}
          error={now.isWarned ? words.quantityWarning : null}
          onChange={(event) => tell({ type: "typed", text: event.target.value })}
        />
      </form>
      <p>
        {words.priceEach(formatMoney(unitAmount, currency), words.seats(canConfirm ? wanted : seats.inForce), cycle)}
        {amount !== null && ` = ${priceText({ amount, currency, isTaxed })}`}
      </p>
    </Dialog>
  );
}
