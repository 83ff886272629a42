import { call } from "@foyer/api-client/client";
import { Button } from "@foyer/ui/button";
import { Dialog } from "@foyer/ui/dialog";
import { words } from "#words/billing";
import { api } from "../api.ts";
import { FailureNotice } from "../failure-notice.tsx";
import { useSubmit } from "../use-submit.ts";

interface AutoRenewalDialogProps {
  customer: string;
  subscription: string;
  /** As people know the licence. */
  name: string;
  /** When the paid period ends, as people read it. */
  periodEnd: string;
  onClose: () => void;
  onChanged: () => void;
}

/** Turns auto-renewal off, and says what that means first (RENEW-01). */
export function CancelDialog({ customer, subscription, name, periodEnd, onClose, onChanged }: AutoRenewalDialogProps) {
  const cancelling = useSubmit<void>(async () => {
    await setAutoRenewal(customer, subscription, true);
    onChanged();
  });
  return (
    <Dialog
      role="alertdialog"
      title={words.cancelTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.keep}</Button>
          <Button look="danger" busy={cancelling.busy} onClick={() => cancelling.submit()}>
            {words.cancelSubscription}
          </Button>
        </>
      }
    >
      <FailureNotice failure={cancelling.failure} sentence={words.cancelFailed} />
      <p>{words.cancelHelp(name, periodEnd)}</p>
    </Dialog>
  );
}

/** Turns auto-renewal on again (RENEW-02). */
export function TurnOnDialog({ customer, subscription, name, periodEnd, onClose, onChanged }: AutoRenewalDialogProps) {
  const turning = useSubmit<void>(async () => {
    await setAutoRenewal(customer, subscription, false);
    onChanged();
  });
  return (
    <Dialog
      title={words.turnOnTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.notNow}</Button>
          <Button look="primary" busy={turning.busy} onClick={() => turning.submit()}>
            {words.turnOn}
          </Button>
        </>
      }
    >
      <FailureNotice failure={turning.failure} sentence={words.turnOnFailed} />
      <p>{words.turnOnHelp(name, periodEnd)}</p>
    </Dialog>
  );
}

async function setAutoRenewal(customer: string, subscription: string, cancelAtPeriodEnd: boolean) {
  await call(api, "setAutoRenewal", {
    params: { id: customer, subscription },
    body: { cancel_at_period_end: cancelAtPeriodEnd },
    idempotencyKey: crypto.randomUUID(),
  });
}
