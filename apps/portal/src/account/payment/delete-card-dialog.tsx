import { call } from "@foyer/api-client/client";
import type { PaymentMethod } from "@foyer/contract/subscription-wire";
import { FormDialog } from "@foyer/ui/form-dialog";
import type { RefObject } from "react";
import { words as common } from "#words/common";
import { words } from "#words/payment";
import { words as sending } from "#words/sending";
import { api } from "../../shared/requests/api.ts";
import { FailureNotice } from "../../shared/screens/failure-notice.tsx";
import { unsentSentence, useSending } from "../../shared/forms/use-sending.ts";
import { cardName } from "../../shared/billing/card.ts";

interface DeleteCardDialogProps {
  customerId: string;
  method: PaymentMethod;
  /** Gets the focus when the card is gone. */
  returnTo: RefObject<HTMLElement | null>;
  onClose: () => void;
  onDeleted: () => Promise<void>;
}

/**
 * Asks before deleting a card (PAY-04). The service refuses to delete the last card of a renewing subscription, and
 * the dialog shows that.
 */
export function DeleteCardDialog({ customerId, method, returnTo, onClose, onDeleted }: DeleteCardDialogProps) {
  const deleting = useSending<void>(async (_, signal) => {
    const params = { id: customerId, payment_method: method.id };
    await call(api, "detachPaymentMethod", { params, idempotencyKey: crypto.randomUUID(), signal });
    await onDeleted();
  }, sending.deletingCard);
  return (
    <FormDialog
      title={words.removeTitle}
      description={words.removeHelp(cardName(method))}
      submit={words.remove}
      cancel={common.cancel}
      danger
      busy={deleting.busy}
      waiting={deleting.waiting}
      refusal={<FailureNotice failure={deleting.failure} sentence={unsentSentence(deleting.failure)} />}
      onSubmit={deleting.submit}
      returnTo={returnTo}
      onClose={onClose}
    />
  );
}
