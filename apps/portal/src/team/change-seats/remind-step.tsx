import type { Seat } from "@foyer/contract/seats";
import { formatDate } from "@foyer/domain/dates";
import { Button } from "@foyer/ui/button";
import { Dialog } from "@foyer/ui/dialog";
import { words } from "#words/team";
import { StepFocus } from "../../shared/subscription/step-focus.tsx";
import type { SubscriptionFacts } from "../../shared/subscription/subscription-facts.ts";
import { AddressLines } from "../address-lines.tsx";
import type { ChangeSeatsEvent } from "./change-seats.ts";

interface RemindStepProps {
  subscription: SubscriptionFacts;
  list: readonly Seat[];
  tell: (event: ChangeSeatsEvent) => void;
  onClose: () => void;
}

/** Some seats expire already, and the change does not alter that (QTY-06). */
export function RemindStep({ subscription, list, tell, onClose }: RemindStepProps) {
  const expiring = list.filter(({ status }) => status === "expiring");
  return (
    <Dialog
      title={words.remindTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => tell({ type: "wentBack" })}>{words.back}</Button>
          <Button look="primary" onClick={() => tell({ type: "continued" })}>
            {words.continue}
          </Button>
        </>
      }
    >
      <StepFocus step="remind" />
      <p>{words.remindText(expiring.length, formatDate(subscription.periodEnd))}</p>
      <AddressLines addresses={expiring.map(({ email }) => email)} />
    </Dialog>
  );
}
