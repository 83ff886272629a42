import { Suspense } from "react";
import { later } from "../screens/part.tsx";
import { useKeptPayment } from "./kept-payment.ts";
import type { Payer } from "./subscription-facts.ts";
import type { FlowName } from "./use-open-flow.ts";

// Few people wait for their bank, so the others do not load the parts that finish such a payment.
const WaitingPayment = later(async () => (await import("./waiting-payment.tsx")).WaitingPayment);

interface PendingPaymentProps {
  payer: Payer;
  /** True while a change is open: it shows what became of its own payment. */
  isChanging: boolean;
  /** Called when the notice disappears, because the focus needs another place. */
  onSettled: () => void;
  /** Opens a failed change again; for seats with the number that was wanted. */
  onRetry: (flow: FlowName, quantity: number) => void;
}

/** A payment that waits for the bank, and its result. */
export function PendingPayment({ payer, isChanging, ...rest }: PendingPaymentProps) {
  const { waiting, id: subscription } = payer.subscription;
  const [kept] = useKeptPayment(subscription);
  const id = (isChanging ? null : kept) ?? waiting?.invoice;
  return <Suspense>{id && <WaitingPayment key={id} payer={payer} id={id} {...rest} />}</Suspense>;
}
