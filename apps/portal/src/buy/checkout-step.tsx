import { ApiError } from "@foyer/api-client/errors";
import { Progress } from "@foyer/ui/spinner";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "@foyer/api-client/client";
import type { Checkout } from "@foyer/contract/checkout";
import { cents, formatMoney } from "@foyer/domain/money";
import { Button } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { words } from "#words/buy";
import { Loaded } from "../shared/screens/loaded.tsx";
import { Screen } from "../shared/screens/screen.tsx";
import { Bought } from "./bought.tsx";
import { checkoutQuery } from "./queries.ts";
import { ReviewStep, type ReviewStepProps } from "./review-step.tsx";
import { seatsQuery } from "../shared/subscription/subscription-queries.ts";
import { api } from "../shared/requests/api.ts";
import { FailureNotice } from "../shared/screens/failure-notice.tsx";
import { Actions } from "../shared/screens/panel.tsx";
import { useSubmit } from "../shared/forms/use-submit.ts";
import { usePaying } from "./use-paying.ts";

interface CheckoutStepProps extends Omit<ReviewStepProps, "checkout"> {
  id: string;
  /** The purchase is done, so nothing of it needs to be kept. */
  onBought: () => void;
}

/** Shows a quote by its state. */
export function CheckoutStep({ id, onBought, ...step }: CheckoutStepProps) {
  const { choice, onOver } = step;
  const checkout = useQuery(checkoutQuery(id));
  const isGone =
    checkout.data?.state === "over" || (checkout.error instanceof ApiError && checkout.error.status === 404);
  useEffect(() => {
    if (isGone) onOver();
  }, [isGone, onOver]);
  if (checkout.data?.state === "paid") return <Bought checkout={checkout.data} back={choice.back} onLeave={onBought} />;
  return (
    <Screen title={words.pageTitle} heading={words.reviewHeading} width="text">
      <Loaded query={checkout} failed={words.quoteFailed} lines={[0.9, 0.9, 0.6]}>
        {(known) => <Step checkout={known} {...step} />}
      </Loaded>
    </Screen>
  );
}

function Step(props: ReviewStepProps) {
  const { checkout } = props;
  switch (checkout.state) {
    case "waiting":
      return <WaitingStep checkout={checkout} />;
    case "open":
    case "failed":
      return <Review {...props} />;
    default:
      return (
        <div>
          <Progress label={words.working} />
          <p>{words.working}</p>
        </div>
      );
  }
}

/** The review. For a renewed license or a trial, it needs the seats; a new license has none. */
function Review(props: ReviewStepProps) {
  const { license, is_return: isReturn, trial } = props.checkout;
  const isNew = !isReturn && !trial;
  const seats = useQuery({ ...seatsQuery(license), enabled: !isNew });
  if (isNew) return <ReviewStep {...props} list={[]} />;
  return (
    <Loaded query={seats} failed={words.failed} lines={[0.9, 0.9, 0.6]}>
      {(list) => <ReviewStep {...props} list={list} />}
    </Loaded>
  );
}

/** A payment that waits for the bank, also after a reload, with buttons to continue or to give it up. */
function WaitingStep({ checkout }: { checkout: Checkout }) {
  const queries = useQueryClient();
  const { confirm, isAtBank } = usePaying(checkout, () => undefined);
  const givingUp = useSubmit(async () => {
    const params = { checkout: checkout.id };
    const { checkout: now } = await call(api, "abandonCheckout", { params });
    queries.setQueryData(checkoutQuery(checkout.id).queryKey, now);
  });
  if (isAtBank) return <Notice kind="info">{words.atBank}</Notice>;
  return (
    <>
      <FailureNotice failure={confirm.failure ?? givingUp.failure} />
      <Notice
        kind="warning"
        title={words.waitingTitle}
        action={
          <Actions>
            <Button small busy={givingUp.busy} disabled={confirm.busy} onClick={() => givingUp.submit()}>
              {words.giveUp}
            </Button>
            <Button
              small
              look="primary"
              busy={confirm.busy}
              onClick={() => confirm.submit(checkout.client_secret ?? "")}
            >
              {words.confirm}
            </Button>
          </Actions>
        }
      >
        {words.waitingText(formatMoney(cents(checkout.total), checkout.currency), checkout.product)}
      </Notice>
    </>
  );
}
