import type { Checkout } from "@foyer/contract/checkout";
import type { Seat } from "@foyer/contract/seats";
import { type ReactNode, useMemo, useRef } from "react";
import { words } from "#words/buy";
import { UnverifiedTaxIds } from "../shared/billing/unverified-tax-ids.tsx";
import { ShownError } from "../shared/failures/failure-sentence.ts";
import { Unheard } from "../shared/failures/unheard.ts";
import { AtBank } from "../shared/subscription/at-bank.tsx";
import { type FailedPayment, failureIn, failureOf, offline } from "../shared/subscription/failed-payment.ts";
import { PaymentFailure } from "../shared/subscription/payment-failure.tsx";
import styles from "./buy.module.css";
import type { Choice } from "./choice.ts";
import { PayForm } from "./pay-form.tsx";
import { Summary } from "./summary.tsx";
import { type SeatQuestion, useLeavingSeats } from "./use-leaving-seats.tsx";
import { useOrdering } from "./use-ordering.ts";
import type { Paying } from "./use-paying.ts";
import type { Quoting } from "./use-quoting.ts";

interface ReviewStepProps {
  choice: Choice;
  /** Null while the amount cannot be computed. */
  checkout: Checkout | null;
  quoting: Quoting;
  paying: Paying;
  /** There is no amount before the buyer's country is known. */
  isBuyerAsked: boolean;
  /** The seats of the license, none of a new one; null while they are not known. */
  list: readonly Seat[] | null;
  chooseSeats: (question: SeatQuestion) => ReactNode;
  onBack: () => void;
}

/** The amount due today, and beside it all that is needed to pay it: buyer, card, terms and one button. */
export function ReviewStep({ list, chooseSeats, ...props }: ReviewStepProps) {
  const { choice, checkout, quoting, paying, isBuyerAsked, onBack } = props;
  const { release, notice, ask } = useLeavingSeats(checkout, list ?? [], chooseSeats);
  const ordering = useOrdering({ checkout, quoting, paying, isBuyerAsked, ask, release });
  const failure = useFailure(paying, checkout);
  const form = useRef<HTMLFormElement>(null);
  return (
    <>
      {/* Its dialog has a form, which must not be within another one. */}
      {notice}
      <div className={styles.review}>
        <Summary
          {...{ choice, checkout, quoting, onBack }}
          failure={ordering.buyer.typed ? null : quoting.failure}
          busy={paying.busy}
          onRequest={paying.clear}
        />
        {(checkout !== null || isBuyerAsked) && (
          <PayForm
            {...{ choice, checkout, ordering, paying, form }}
            isReady={list !== null}
            refusal={
              !paying.busy &&
              failure && (
                <PaymentFailure
                  failure={failure}
                  title={words.notPaid}
                  onRetry={() => form.current?.requestSubmit()}
                  onAnotherCard={ordering.chooseAnother}
                />
              )
            }
          >
            {paying.isAtBank && <AtBank />}
            {checkout && <UnverifiedTaxIds customerId={checkout.customer} />}
          </PayForm>
        )}
      </div>
    </>
  );
}

/** Why the last payment failed; null if it did not. */
function useFailure({ failure }: Paying, checkout: Checkout | null): FailedPayment | null {
  const stored = checkout?.failure;
  return useMemo(() => {
    if (failure === null) return stored ? failureIn({ failure: stored }) : null;
    const isUnsent = failure instanceof ShownError && !(failure instanceof Unheard);
    return isUnsent ? offline : failureOf(failure);
  }, [failure, stored]);
}
