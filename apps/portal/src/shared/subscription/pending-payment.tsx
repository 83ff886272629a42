import { lazy, Suspense, useState } from "react";
import type { Payer } from "./carry-out.ts";
import type { SettlementFailure } from "./settlement.ts";
import type { FlowName } from "./use-open-flow.ts";

// Few wait for their bank: nobody else fetches what finishes that.
const FailedPayment = lazy(async () => ({ default: (await import("./failed-payment.tsx")).FailedPayment }));
const WaitingPayment = lazy(async () => ({ default: (await import("./waiting-payment.tsx")).WaitingPayment }));

interface PendingPaymentProps {
  payer: Payer;
  /** A change is open: what an earlier one came to is over. */
  isChanging: boolean;
  /** The notice goes with what was done about it: the focus needs another place. */
  onSettled: () => void;
  /** Opens a change that failed once more; of seats with how many were wanted. */
  onRetry: (flow: FlowName, quantity: number) => void;
}

/** What was to be paid, and why it was not. */
interface FailedChange {
  readonly failure: SettlementFailure;
  readonly flow: FlowName;
  readonly quantity: number;
}

/** A payment that waits for the bank, and what became of it. */
export function PendingPayment({ payer, isChanging, onSettled, onRetry }: PendingPaymentProps) {
  // Kept here: once the payment is given up nothing waits any more, and what waited takes its message along.
  const [failed, setFailed] = useState<FailedChange | null>(null);
  if (failed && isChanging) setFailed(null);
  const { waiting, plan } = payer.subscription;
  if (failed) {
    // Where it could not be given up it still waits, and can only be taken up again.
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
