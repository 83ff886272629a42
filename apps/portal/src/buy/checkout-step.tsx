import { call } from "@foyer/api-client/client";
import { ApiError } from "@foyer/api-client/errors";
import type { Checkout } from "@foyer/contract/checkout";
import { cents, formatMoney } from "@foyer/domain/money";
import { Button } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { Skeleton } from "@foyer/ui/placeholders";
import { Progress } from "@foyer/ui/spinner";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { words } from "#words/buy";
import { useSubmit } from "../shared/forms/use-submit.ts";
import { api } from "../shared/requests/api.ts";
import { FailureNotice } from "../shared/screens/failure-notice.tsx";
import { isFirstLoad, LoadFailure, MissingParts, QueryFailure } from "../shared/screens/loaded.tsx";
import { Actions } from "../shared/screens/panel.tsx";
import { Screen } from "../shared/screens/screen.tsx";
import { AtBank } from "../shared/subscription/at-bank.tsx";
import { seatsQuery } from "../shared/subscription/subscription-queries.ts";
import { Bought } from "./bought.tsx";
import type { Choice } from "./choice.ts";
import { checkoutQuery } from "./queries.ts";
import { ReviewStep } from "./review-step.tsx";
import type { SeatQuestion } from "./use-leaving-seats.tsx";
import { type Paying, usePaying } from "./use-paying.ts";
import { asksCountry, isAboutCode, useQuoting } from "./use-quoting.ts";

interface CheckoutStepProps {
  choice: Choice;
  chooseSeats: (question: SeatQuestion) => ReactNode;
  onChange: (change: Partial<Choice>) => void;
  onBack: () => void;
  /** The purchase is done, so nothing of it needs to be kept. */
  onBought: () => void;
}

/** Requests a quote for the choice, and shows it by its state. */
export function CheckoutStep({ choice, onBought, ...step }: CheckoutStepProps) {
  const id = choice.checkout;
  const read = useQuery({ ...checkoutQuery(id ?? ""), enabled: id !== null });
  const isLost = read.data === undefined && read.error instanceof ApiError && read.error.status === 404;
  const isWanted = id === null || isLost || read.data?.state === "over";
  const quoting = useQuoting(choice, isWanted, (quoted) => (quoted ? step.onChange(quoted) : step.onBack()));
  // While a new quote is requested, the earlier one stays, and so does what was typed.
  const [shown, setShown] = useState<Checkout | null>(null);
  if (read.data && read.data !== shown && read.data.state !== "over") setShown(read.data);
  const checkout = read.data?.state === "over" ? shown : (read.data ?? shown);
  // After that, the fields stay, also if another country is refused.
  const [isBuyerAsked, setBuyerAsked] = useState(false);
  if (!isBuyerAsked && asksCountry(quoting.failure)) setBuyerAsked(true);

  const paying = usePaying(checkout?.on_paper ? null : () => quoting.submit({}));

  if (checkout?.state === "paid") return <Bought checkout={checkout} back={choice.back} onLeave={onBought} />;
  const isCodeRefused = choice.coupon !== null && isAboutCode(quoting.failure);
  const isReview = checkout === null ? isBuyerAsked || isCodeRefused : isPayable(checkout) || paying.busy;
  return (
    <Screen title={words.pageTitle} heading={words.reviewHeading} width={isReview ? "page" : "text"}>
      {isReview ? (
        <Review {...step} {...{ choice, checkout, quoting, paying, isBuyerAsked }} />
      ) : checkout?.state === "waiting" ? (
        <WaitingStep checkout={checkout} paying={paying} />
      ) : checkout ? (
        <div>
          <Progress label={words.working} />
          <p>{words.working}</p>
        </div>
      ) : quoting.failure !== null ? (
        <LoadFailure
          title={words.quoteFailed}
          failure={quoting.failure}
          busy={quoting.busy}
          onRetry={() => quoting.submit({})}
        />
      ) : isWanted || isFirstLoad(read) ? (
        <Skeleton label={words.quoting} lines={[0.9, 0.9, 0.6]} />
      ) : (
        <QueryFailure title={words.quoteFailed} query={read} />
      )}
    </Screen>
  );
}

const isPayable = ({ state }: Checkout): boolean => state === "open" || state === "failed" || state === "over";

type ReviewProps = Omit<Parameters<typeof ReviewStep>[0], "list">;

/** The review. For a renewed license or a trial, it needs the seats; a new license has none. */
function Review(props: ReviewProps) {
  const { license = "", is_return: isReturn = false, trial } = props.checkout ?? {};
  const hasSeats = isReturn || trial !== undefined;
  const seats = useQuery({ ...seatsQuery(license), enabled: hasSeats });
  return (
    <>
      <MissingParts queries={[seats]} title={words.failed} />
      <ReviewStep {...props} list={hasSeats ? (seats.data ?? null) : []} />
    </>
  );
}

/** A payment that waits for the bank, also after a reload, with buttons to continue or to give it up. */
function WaitingStep({ checkout, paying: { confirm, isAtBank } }: { checkout: Checkout; paying: Paying }) {
  const queries = useQueryClient();
  const givingUp = useSubmit(async () => {
    const params = { checkout: checkout.id };
    const { checkout: now } = await call(api, "abandonCheckout", { params });
    queries.setQueryData(checkoutQuery(checkout.id).queryKey, now);
  });
  if (isAtBank) return <AtBank />;
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
            <Button small look="primary" busy={confirm.busy} onClick={() => confirm.submit(checkout)}>
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
