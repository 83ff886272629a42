import type { ManagedLicense } from "@foyer/contract/licenses";
import type { Seat } from "@foyer/contract/seats";
import { formatDate } from "@foyer/domain/dates";
import { refuseSeatChange } from "@foyer/domain/seat-change";
import { DoneDialog } from "@foyer/ui/done-dialog";
import { FormDialog } from "@foyer/ui/form-dialog";
import { useState } from "react";
import { words } from "#words/change-seats";
import { words as team } from "#words/team";
import { seatsFlowKey } from "../../shared/subscription/kept-review.ts";
import type { Outcome } from "../../shared/subscription/use-open-flow.ts";
import { isChangePending, type Payer } from "../../shared/subscription/subscription-facts.ts";
import {
  atQuantity,
  type ChangeSeats,
  changeSeats,
  type ChangeSeatsEvent,
  choiceOf,
  type HeldSeats,
} from "./change-seats.ts";
import { shownName } from "../../shared/settings/shown-name.ts";
import { useSeatUse } from "../seats/seat-use.ts";
import { AddressLines } from "../address-lines.tsx";
import { ChooseSeats } from "./choose-seats.tsx";
import { QuantityStep } from "./quantity-step.tsx";
import { ReviewStep } from "./review-step.tsx";
import { useCloseWhileWaiting } from "../../shared/subscription/use-close-while-waiting.ts";
import { useKeptFlow } from "./use-kept-flow.ts";

interface ChangeSeatsFlowProps {
  license: ManagedLicense;
  payer: Payer;
  list: readonly Seat[];
  onDone: (outcome: Outcome) => void;
  onClose: () => void;
}

/** Change Seats: quantity, who leaves, reminder, review, payment, done; or why it is unavailable (QTY-01 to QTY-11). */
export function ChangeSeatsFlow(props: ChangeSeatsFlowProps) {
  const { license, payer, onClose } = props;
  const { subscription } = payer;
  const refusal = refuseSeatChange({
    isActive: subscription.isActive && !subscription.isPastDue,
    cancelAtPeriodEnd: subscription.isCanceled,
    changePending: isChangePending(subscription),
    renewingQuantity: license.renewing_quantity ?? subscription.quantity,
    totalSeats: license.total_seats,
  });
  // Once begun it continues; while the change runs, the rules would otherwise refuse it because of itself.
  const [isBegun, setBegun] = useState(false);
  if (!refusal && !isBegun) setBegun(true);
  useCloseWhileWaiting(subscription, isBegun, onClose);
  if (isBegun) return <OpenFlow {...props} />;
  if (refusal === "decrease_recorded") return <DisabledDialog license={license} onClose={onClose} />;
  return null;
}

function OpenFlow({ license, payer, list, onDone, onClose }: ChangeSeatsFlowProps) {
  const seats = heldSeats(payer.subscription.quantity, list);
  const [now, tell] = useKeptFlow<ChangeSeats, ChangeSeatsEvent>(seatsFlowKey, atQuantity, (state, event) =>
    changeSeats(seats, state, event),
  );
  const product = shownName(license.description, license.product_id);
  const { lastUses } = useSeatUse(license.id, list);
  switch (now.step) {
    case "quantity":
      return (
        <QuantityStep
          product={product}
          subscription={payer.subscription}
          seats={seats}
          now={now}
          tell={tell}
          onClose={onClose}
        />
      );
    case "choose": {
      const choice = choiceOf(seats, now);
      return (
        <ChooseSeats
          text={words.chooseText(product, choice.needed, formatDate(payer.subscription.periodEnd))}
          list={list}
          lastUses={lastUses}
          chosen={now.chosen}
          choice={choice}
          onToggle={(id, isChosen) => tell({ type: "seatsToggled", ids: [id], isChosen })}
          onContinue={() => tell({ type: "continued" })}
          onBack={() => tell({ type: "wentBack" })}
          onClose={onClose}
        />
      );
    }
    case "remind": {
      // The change does not alter the seats that already expire (QTY-06).
      const expiring = list.filter(({ status }) => status === "expiring");
      return (
        <FormDialog
          title={words.remindTitle}
          description={words.remindText(expiring.length, formatDate(payer.subscription.periodEnd))}
          submit={team.continue}
          cancel={team.back}
          onSubmit={() => tell({ type: "continued" })}
          onCancel={() => tell({ type: "wentBack" })}
          onClose={onClose}
        >
          <AddressLines addresses={expiring.map(({ email }) => email)} />
        </FormDialog>
      );
    }
    case "review":
      return (
        <ReviewStep
          licenseId={license.id}
          product={product}
          payer={payer}
          seats={seats}
          invited={license.invited_seats}
          now={now}
          tell={tell}
          onDone={onDone}
          onClose={onClose}
        />
      );
  }
}

/** A decrease is already recorded, so seats cannot be changed until the renewal (QTY-01). */
function DisabledDialog({ license, onClose }: { license: ManagedLicense; onClose: () => void }) {
  return (
    <DoneDialog title={words.disabledTitle} button={team.close} onClose={onClose}>
      <p>{words.disabledText(formatDate(license.expiration_date ?? ""), license.renewing_quantity ?? 0)}</p>
    </DoneDialog>
  );
}

function heldSeats(inForce: number, list: readonly Seat[]): HeldSeats {
  const ids = (seats: readonly Seat[]) => seats.map(({ id }) => id);
  return {
    inForce,
    held: ids(list.filter(({ status }) => status !== "pending")),
    expiring: ids(list.filter(({ status }) => status === "expiring")),
  };
}
