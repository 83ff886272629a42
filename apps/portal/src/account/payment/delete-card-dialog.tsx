import { call } from "@foyer/api-client/client";
import type { PaymentMethod } from "@foyer/contract/subscription-wire";
import { FormDialog } from "@foyer/ui/form-dialog";
import { words as common } from "#words/common";
import { words } from "#words/payment";
import { api } from "../../shared/api.ts";
import { FailureNotice } from "../../shared/failure-notice.tsx";
import { useSubmit } from "../../shared/use-submit.ts";
import { cardName } from "../../shared/billing/card.ts";

interface DeleteCardDialogProps {
  customerId: string;
  method: PaymentMethod;
  onClose: () => void;
  onDeleted: () => Promise<void>;
}

/**
 * Asks before deleting a card (PAY-04). The service refuses to delete the last card of a renewing subscription, and
 * the dialog shows that.
 */
export function DeleteCardDialog({ customerId, method, onClose, onDeleted }: DeleteCardDialogProps) {
  const deleting = useSubmit<void>(async () => {
    const params = { id: customerId, payment_method: method.id };
    await call(api, "detachPaymentMethod", { params, idempotencyKey: crypto.randomUUID() });
    await onDeleted();
  });
  return (
    <FormDialog
      title={words.removeTitle}
      description={words.removeHelp(cardName(method))}
      submit={words.remove}
      cancel={common.cancel}
      danger
      busy={deleting.busy}
      refusal={<FailureNotice failure={deleting.failure} />}
      onSubmit={deleting.submit}
      onClose={onClose}
    />
  );
}
