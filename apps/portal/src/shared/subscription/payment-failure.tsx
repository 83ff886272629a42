import { Button } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { useEffect, useRef } from "react";
import { words } from "#words/subscription";
import { Actions, mutedClass } from "../screens/panel.tsx";
import { brand } from "../settings/settings.ts";
import styles from "./review.module.css";
import { type FailedPayment, mayChangeCard, mayRepeat } from "./failed-payment.ts";

interface PaymentFailureProps {
  failure: FailedPayment;
  /** Title of a failure that no other card helps against. */
  title: string;
  /** Title of a failure that another card may help against. */
  cardTitle?: string | undefined;
  /** The result of a step without an answer is being read. */
  isLooking?: boolean;
  /** Absent if a button of the surrounding dialog does it. */
  onRetry?: (() => void) | undefined;
  /** Absent if a button of the surrounding dialog leads there. */
  onAnotherCard?: (() => void) | undefined;
}

/**
 * Shows why a payment failed, what was not done, and the next steps (QTY-10, QTY-11). After a decline, that is another card, and
 * after the bank's refusal another try or another card (LOOK-02). Takes the focus, because it is the answer to the last action,
 * here or in the bank's window.
 */
export function PaymentFailure({ failure, isLooking = false, ...props }: PaymentFailureProps) {
  const isAboutCard = mayChangeCard(failure);
  const title = isAboutCard ? (props.cardTitle ?? words.paymentFailed) : props.title;
  const onRetry = failure.kind === "declined" ? undefined : props.onRetry;
  const onAnotherCard = isAboutCard ? props.onAnotherCard : undefined;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.focus({ preventScroll: true });
    // Centered, so that the fixed buttons of a dialog do not cover it.
    place.current?.scrollIntoView({ block: "center" });
  }, [failure]);
  return (
    <div ref={place} role="group" aria-label={title} tabIndex={-1} className={styles.failure}>
      <Notice kind={mayRepeat(failure) ? "warning" : "danger"} title={title}>
        <p>
          {failure.sentence} {isLooking ? words.lookingHelp : help[failure.kind]}
        </p>
        {!isAboutCard && (
          <p>
            {words.writeToSales} <a href={`mailto:${brand.salesEmail}`}>{brand.salesEmail}</a>.
          </p>
        )}
        {!isAboutCard && failure.request && <p className={mutedClass}>{failure.request}</p>}
      </Notice>
      {(onRetry ?? onAnotherCard) && (
        <Actions>
          {onAnotherCard && (
            <Button small look={onRetry ? "secondary" : "primary"} onClick={onAnotherCard}>
              {words.anotherCard}
            </Button>
          )}
          {onRetry && (
            <Button small look="primary" onClick={onRetry}>
              {words.tryAgain}
            </Button>
          )}
        </Actions>
      )}
    </div>
  );
}

const help: Record<FailedPayment["kind"], string> = {
  declined: words.declinedHelp,
  authentication: words.authenticationHelp,
  outdated: words.outdatedHelp,
  forbidden: words.unchangedHelp,
  unknown: words.unknownHelp,
  stopped: words.unknownHelp,
  offline: "",
  other: words.unchangedHelp,
};
