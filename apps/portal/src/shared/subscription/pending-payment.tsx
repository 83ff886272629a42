import { lazy, Suspense, useState } from "react";
import type { Payer } from "./carry-out.ts";
import type { SettlementFailure } from "./settlement.ts";
import type { FlowName } from "./use-open-flow.ts";

// Few wait for their bank: nobody else fetches what finishes that.
const FailedPayment = lazy(async () => ({ default: (await import("./failed-payment.tsx")).FailedPayment }));
const WaitingPayment = lazy(async () => ({ default: (await import("./waiting-payment.tsx")).WaitingPayment }));

interface PendingPaymentProps {
  payer: Payer;
  /** True while a change is open: the result of an earlier one is no longer shown. */
  isChanging: boolean;
  /** Called when the notice disappears, because the focus needs another place. */
  onSettled: () => void;
  /** Opens a failed change again; for seats with the number that was wanted. */
  onRetry: (flow: FlowName, quantity: number) => void;
}

/** The change that was to be paid, and why the payment failed. */
interface FailedChange {
  readonly failure: SettlementFailure;
  readonly flow: FlowName;
  readonly quantity: number;
}

/** A payment that waits for the bank, and its result. */
export function PendingPayment({ payer, isChanging, onSettled, onRetry }: PendingPaymentProps) {
  // Kept here, because a canceled payment no longer waits, and the waiting component disappears together with its
  // message.
  const [failed, setFailed] = useState<FailedChange | null>(null);
  if (failed && isChanging) setFailed(null);
  const { waiting, plan } = payer.subscription;
  if (failed) {
    // If it could not be canceled, it still waits and can only be continued.
    const again = () => (waiting ? setFailed(null) : onRetry(failed.flow, failed.quantity));
    return (
      <Suspense>
        <FailedPayment failure={failed.failure} onRetry={again} />
      </Suspense>
    );
  }
  if (!waiting) return null;
  const flow = waiting.plan === plan ? "seats" : "cycle";
  return (
    <Suspense>
      <WaitingPayment
        key={waiting.invoice}
        payer={payer}
        waiting={waiting}
        onSettled={onSettled}
        onFailed={(failure) => setFailed({ failure, flow, quantity: waiting.quantity })}
      />
    </Suspense>
  );
}
