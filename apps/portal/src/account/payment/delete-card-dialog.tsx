import { call } from "@foyer/api-client/client";
import type { PaymentMethod } from "@foyer/contract/subscription-wire";
import { Button } from "@foyer/ui/button";
import { Dialog } from "@foyer/ui/dialog";
import { words as common } from "#words/common";
import { words } from "#words/payment";
import { api } from "../../shared/api.ts";
import { FailureNotice } from "../../shared/failure-notice.tsx";
import { useSubmit } from "../../shared/use-submit.ts";
import { cardName } from "./card.ts";

interface DeleteCardDialogProps {
  customerId: string;
  method: PaymentMethod;
  onClose: () => void;
  onDeleted: () => Promise<void>;
}

/** Asks before a card goes (PAY-04). The service keeps the last card of a subscription that renews, and says so. */
export function DeleteCardDialog({ customerId, method, onClose, onDeleted }: DeleteCardDialogProps) {
  const deleting = useSubmit<void>(async () => {
    const params = { id: customerId, payment_method: method.id };
    await call(api, "detachPaymentMethod", { params, idempotencyKey: crypto.randomUUID() });
    await onDeleted();
  });
  return (
    <Dialog
      role="alertdialog"
      title={words.removeTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="danger" busy={deleting.busy} onClick={() => deleting.submit()}>
            {words.remove}
          </Button>
        </>
      }
    >
      <FailureNotice failure={deleting.failure} />
      <p>{words.removeHelp(cardName(method))}</p>
    </Dialog>
  );
}
