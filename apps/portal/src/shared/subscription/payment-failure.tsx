import { Button } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { useEffect, useRef } from "react";
import { words } from "#words/subscription";
import { Actions, mutedClass } from "../panel.tsx";
import { brand } from "../settings.ts";
import styles from "./review.module.css";
import { mayRepeat, type SettlementFailure } from "./settlement.ts";

interface PaymentFailureProps {
  failure: SettlementFailure;
  title: string;
  /** The result of a step without an answer is being looked for. */
  isLooking?: boolean;
  busy?: boolean;
  /** Absent where a button of the dialog around it does that. */
  onRetry?: (() => void) | undefined;
  /** Absent where the card is not what it failed for. */
  onAnotherCard?: (() => void) | undefined;
}

/**
 * A payment that came to nothing, wherever it was begun: what happened, what did not, and the ways on (QTY-10, QTY-11).
 * Takes the focus, as it answers the last thing that was done, here or in the bank's window.
 */
export function PaymentFailure(props: PaymentFailureProps) {
  const { failure, title, isLooking = false, busy = false, onRetry, onAnotherCard } = props;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.focus({ preventScroll: true });
    // In the middle it is not below a dialog's buttons, which stay in view.
    place.current?.scrollIntoView({ block: "center" });
  }, [failure]);
  return (
    <div ref={place} role="group" aria-label={title} tabIndex={-1} className={styles.failure}>
      <Notice kind={mayRepeat(failure) ? "warning" : "danger"} title={title}>
        <p>
          {failure.sentence} {isLooking ? words.lookingHelp : help[failure.kind]}
        </p>
        <p>
          {words.writeToSales} <a href={`mailto:${brand.salesEmail}`}>{brand.salesEmail}</a>.
        </p>
        {failure.request && <p className={mutedClass}>{failure.request}</p>}
      </Notice>
      {(onRetry ?? (mayChangeCard(failure) && onAnotherCard)) && (
        <Actions>
          {mayChangeCard(failure) && onAnotherCard && (
            <Button small onClick={onAnotherCard}>
              {words.anotherCard}
            </Button>
          )}
          {onRetry && (
            <Button small look="primary" busy={busy} onClick={onRetry}>
              {words.tryAgain}
            </Button>
          )}
        </Actions>
      )}
    </div>
  );
}

/** Returns whether another card may pay what this one did not. */
export function mayChangeCard({ kind }: SettlementFailure): boolean {
  return kind === "declined" || kind === "authentication";
}

const help: Record<SettlementFailure["kind"], string> = {
  declined: words.declinedHelp,
  authentication: words.authenticationHelp,
  outdated: words.outdatedHelp,
  forbidden: words.unchangedHelp,
  unknown: words.unknownHelp,
  stopped: words.unknownHelp,
  offline: "",
  other: words.unchangedHelp,
};
