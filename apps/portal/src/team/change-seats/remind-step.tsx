import type { Seat } from "@foyer/contract/seats";
import { formatDate } from "@foyer/domain/dates";
import { FormDialog } from "@foyer/ui/form-dialog";
import { words } from "#words/team";
import type { SubscriptionFacts } from "../../shared/subscription/subscription-facts.ts";
import { AddressLines } from "../address-lines.tsx";
import type { ChangeSeatsEvent } from "./change-seats.ts";

interface RemindStepProps {
  subscription: SubscriptionFacts;
  list: readonly Seat[];
  tell: (event: ChangeSeatsEvent) => void;
  onClose: () => void;
}

/** Reminds that some seats already expire, which the change does not alter (QTY-06). */
export function RemindStep({ subscription, list, tell, onClose }: RemindStepProps) {
  const expiring = list.filter(({ status }) => status === "expiring");
  return (
    <FormDialog
      title={words.remindTitle}
      description={words.remindText(expiring.length, formatDate(subscription.periodEnd))}
      submit={words.continue}
      cancel={words.back}
      onSubmit={() => tell({ type: "continued" })}
      onCancel={() => tell({ type: "wentBack" })}
      onClose={onClose}
    >
      <AddressLines addresses={expiring.map(({ email }) => email)} />
    </FormDialog>
  );
}
