import { call } from "@foyer/api-client/client";
import type { PaymentMethod } from "@foyer/contract/subscription-wire";
import type { RefObject } from "react";
import { words } from "#words/payment";
import { words as sending } from "#words/sending";
import { api } from "../../shared/requests/api.ts";
import { SubmitDialog } from "../../shared/forms/submit-dialog.tsx";
import { useSubmit } from "../../shared/forms/use-submit.ts";
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
  const deleting = useSubmit(async (_, signal) => {
    const params = { id: customerId, payment_method: method.id };
    await call(api, "detachPaymentMethod", { params, idempotencyKey: crypto.randomUUID(), signal });
    await onDeleted();
  }, sending.deletingCard);
  return (
    <SubmitDialog
      sending={deleting}
      title={words.removeTitle}
      description={words.removeHelp(cardName(method))}
      submit={words.remove}
      danger
      returnTo={returnTo}
      onClose={onClose}
    />
  );
}
