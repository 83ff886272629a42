import { call } from "@foyer/api-client/client";
import { formatMoney } from "@foyer/domain/money";
import { Button } from "@foyer/ui/button";
import { announce } from "@foyer/ui/live-region";
import { Notice } from "@foyer/ui/notice";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { words as sending } from "#words/sending";
import { words } from "#words/subscription";
import { api } from "../requests/api.ts";
import { FailureNotice } from "../screens/failure-notice.tsx";
import { Actions } from "../screens/panel.tsx";
import { unsentSentence, useSending } from "../forms/use-sending.ts";
import { WaitingLine } from "../forms/waiting-line.tsx";
import type { Payer } from "./carry-out.ts";
import { PaymentFailure } from "./payment-failure.tsx";
import { isWorking, mayRepeat, resumed, type SettlementFailure } from "./settlement.ts";
import type { SubscriptionFacts } from "./subscription-facts.ts";
import { refreshAfterChange } from "./subscription-queries.ts";
import { useSettlement } from "./use-settlement.ts";
import { Priced } from "../money/priced.tsx";

interface WaitingPaymentProps {
  payer: Payer;
  waiting: NonNullable<SubscriptionFacts["waiting"]>;
  /** Paid or canceled: the notice disappears, and the focus needs another place. */
  onSettled?: () => void;
  /** The final failure: nothing waits any more, so the page shows it. */
  onFailed: (failure: SettlementFailure) => void;
}

/**
 * A confirmed change with a payment that still waits for the bank, after a reload, a closed tab, or a closed bank
 * window. It can be continued or canceled.
 */
export function WaitingPayment({ payer, waiting, onSettled, onFailed }: WaitingPaymentProps) {
  const client = useQueryClient();
  const settling = useSettlement(payer, { kind: "waiting" }, resumed(waiting));
  const { now } = settling;
  const isStarted = settling.isRunning;
  const giveUp = useSending<void>(async (_, signal) => {
    const params = { id: payer.customerId, subscription: payer.subscription.id };
    try {
      await call(api, "abandonChange", { params, body: { invoice: waiting.invoice }, signal });
    } finally {
      refreshAfterChange(client);
    }
    announce(words.gaveUp);
    onSettled?.();
  }, sending.givingUp);
  useEffect(() => {
    if (now.step === "failed" && !mayRepeat(now.failure)) onFailed(now.failure);
    if (now.step !== "done") return;
    announce(words.paid);
    onSettled?.();
  }, [now, onSettled, onFailed]);

  if (now.step === "done") return null;
  if (now.step === "failed") {
    return (
      <PaymentFailure
        failure={now.failure}
        title={words.invoicingFailed}
        isLooking={settling.isLooking}
        busy={settling.isRunning}
        onRetry={settling.retry}
      />
    );
  }
  const amount = formatMoney(waiting.total, payer.subscription.currency);
  const isSeats = waiting.plan === payer.subscription.plan;
  return (
    <Notice
      kind="warning"
      title={words.waitingTitle(amount)}
      announced={false}
      action={
        <Actions>
          <Button small disabled={isStarted} busy={giveUp.busy} onClick={() => giveUp.submit()}>
            {words.giveUp}
          </Button>
          <Button small look="primary" busy={isStarted && isWorking(now)} onClick={settling.carryOn}>
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
      <FailureNotice failure={giveUp.failure} sentence={unsentSentence(giveUp.failure)} />
    </Notice>
  );
}
