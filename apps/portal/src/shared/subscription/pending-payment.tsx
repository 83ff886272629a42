import { lazy, Suspense, useState } from "react";
import { words } from "#words/subscription";
import type { Payer } from "./carry-out.ts";
import { type FailedChange, forgetFailure, keepFailure, keptFailure } from "./kept-failure.ts";
import type { FlowName } from "./use-open-flow.ts";

// Few people wait for their bank, so the others do not load the parts that finish such a payment.
const CardChange = lazy(async () => ({ default: (await import("./card-change.tsx")).CardChange }));
const PaymentFailure = lazy(async () => ({ default: (await import("./payment-failure.tsx")).PaymentFailure }));
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

/** A payment that waits for the bank, and its result. */
export function PendingPayment(props: PendingPaymentProps) {
  return (
    <Suspense>
      <Pending {...props} />
    </Suspense>
  );
}

function Pending({ payer, isChanging, onSettled, onRetry }: PendingPaymentProps) {
  const { waiting, plan, id } = payer.subscription;
  // Kept here and over a reload, because a canceled payment no longer waits, and the waiting component disappears
  // together with its message.
  const [failed, setFailed] = useState<FailedChange | null>(() => (isChanging ? null : keptFailure(id)));
  const [isChoosing, setChoosing] = useState(false);
  if (failed && isChanging) {
    forgetFailure();
    setFailed(null);
  }
  if (failed) {
    const again = () => {
      forgetFailure();
      setFailed(null);
      // If it could not be canceled, it still waits and can only be continued.
      if (waiting) onSettled();
      else onRetry(failed.flow, failed.quantity);
    };
    return (
      <>
        <PaymentFailure
          failure={failed.failure}
          title={words.paymentFailed}
          onRetry={again}
          onAnotherCard={() => setChoosing(true)}
        />
        {isChoosing && (
          <CardChange customerId={payer.customerId} onChanged={again} onClose={() => setChoosing(false)} />
        )}
      </>
    );
  }
  if (!waiting) return null;
  const flow = waiting.plan === plan ? "seats" : "cycle";
  return (
    <WaitingPayment
      key={waiting.invoice}
      payer={payer}
      waiting={waiting}
      onSettled={onSettled}
      onFailed={(failure) => {
        const change = { subscription: id, flow, quantity: waiting.quantity, failure } as const;
        keepFailure(change);
        setFailed(change);
      }}
    />
  );
}
