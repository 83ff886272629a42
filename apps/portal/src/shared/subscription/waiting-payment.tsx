import { call } from "@foyer/api-client/client";
import { formatMoney } from "@foyer/domain/money";
import { Button } from "@foyer/ui/button";
import { announce } from "@foyer/ui/live-region";
import { Notice } from "@foyer/ui/notice";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { words as sending } from "#words/sending";
import { words } from "#words/subscription";
import { api } from "../requests/api.ts";
import { FailureNotice } from "../screens/failure-notice.tsx";
import { Actions } from "../screens/panel.tsx";
import { Priced } from "../money/priced.tsx";
import { useSubmit } from "../forms/use-submit.ts";
import { WaitingLine } from "../forms/waiting-line.tsx";
import { CardChange } from "./card-change.tsx";
import { type FailedPayment, mayRepeat } from "./failed-payment.ts";
import { useKeptPayment } from "./kept-payment.ts";
import { PaymentFailure } from "./payment-failure.tsx";
import type { Payer, SubscriptionFacts } from "./subscription-facts.ts";
import { refreshAfterChange } from "./subscription-queries.ts";
import type { FlowName } from "./use-open-flow.ts";
import { type Paying, usePayment } from "./use-payment.ts";

type Waiting = NonNullable<SubscriptionFacts["waiting"]>;

interface WaitingPaymentProps {
  payer: Payer;
  /** Id of the payment: the one that waits, or the one that was continued before a reload. */
  id: string;
  /** Paid or canceled: the notice disappears, and the focus needs another place. */
  onSettled: () => void;
  /** Opens a failed change again; for seats with the number that was wanted. */
  onRetry: (flow: FlowName, quantity: number) => void;
}

/**
 * A confirmed change with a payment that still waits for the bank, after a reload, a closed tab, or a closed bank
 * window. It can be continued or canceled, and its failure stays until the person acts on it.
 */
export function WaitingPayment({ payer, id, onSettled, onRetry }: WaitingPaymentProps) {
  const { waiting } = payer.subscription;
  const [kept, keep] = useKeptPayment(payer.subscription.id);
  const paying = usePayment({ payer, kind: "now" }, [kept === id ? kept : null, keep], () => {
    keep(null);
    announce(words.paid);
    onSettled();
  });
  const { now, payment } = paying;
  if (now.step === "failed") {
    const again = () => {
      paying.reviewAgain();
      const change = payment?.change;
      // If it could not be canceled, it still waits and can only be continued.
      if (waiting || !change) onSettled();
      else onRetry(change.plan === payer.subscription.plan ? "seats" : "cycle", change.quantity);
    };
    return <Failed customerId={payer.customerId} failure={now.failure} paying={paying} onAgain={again} />;
  }
  if (!waiting || now.step === "done") return null;
  return <WaitingNotice payer={payer} waiting={waiting} paying={paying} onSettled={onSettled} />;
}

interface FailedProps {
  customerId: string;
  failure: FailedPayment;
  paying: Paying;
  onAgain: () => void;
}

function Failed({ customerId, failure, paying, onAgain }: FailedProps) {
  const [isChoosing, setChoosing] = useState(false);
  const isRepeatable = mayRepeat(failure);
  return (
    <>
      <PaymentFailure
        failure={failure}
        title={isRepeatable ? words.invoicingFailed : words.paymentFailed}
        isLooking={paying.isLooking}
        onRetry={isRepeatable ? paying.retry : onAgain}
        onAnotherCard={() => setChoosing(true)}
      />
      {isChoosing && <CardChange customerId={customerId} onChanged={onAgain} onClose={() => setChoosing(false)} />}
    </>
  );
}

interface WaitingNoticeProps {
  payer: Payer;
  waiting: Waiting;
  paying: Paying;
  onSettled: () => void;
}

function WaitingNotice({ payer, waiting, paying, onSettled }: WaitingNoticeProps) {
  const client = useQueryClient();
  const giveUp = useSubmit(async (_, signal) => {
    const params = { id: payer.customerId, subscription: payer.subscription.id };
    try {
      await call(api, "abandonChange", { params, body: { invoice: waiting.invoice }, signal });
    } finally {
      refreshAfterChange(client);
    }
    announce(words.gaveUp);
    onSettled();
  }, sending.givingUp);
  const amount = formatMoney(waiting.total, payer.subscription.currency);
  const isSeats = waiting.plan === payer.subscription.plan;
  return (
    <Notice
      kind="warning"
      title={words.waitingTitle(amount)}
      announced={false}
      action={
        <Actions>
          <Button small disabled={paying.isRunning} busy={giveUp.busy} onClick={() => giveUp.submit()}>
            {words.giveUp}
          </Button>
          <Button small look="primary" busy={paying.isRunning} onClick={() => paying.carryOn(waiting.invoice)}>
            {words.continuePayment}
          </Button>
        </Actions>
      }
    >
      <p>
        <Priced>
          {`${isSeats ? words.waitingSeats(waiting.quantity) : words.waitingPlan} ${words.waitingUnchanged}`}
        </Priced>
      </p>
      <WaitingLine waiting={giveUp.waiting} />
      <FailureNotice failure={giveUp.failure} />
    </Notice>
  );
}
