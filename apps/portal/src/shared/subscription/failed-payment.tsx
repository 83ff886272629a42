import { Button, buttonClass } from "@foyer/ui/button";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { words } from "#words/subscription";
import { Actions } from "../panel.tsx";
import type { SettlementFailure } from "./settlement.ts";
import { FailureNotice } from "./settlement-notices.tsx";

interface FailedPaymentProps {
  failure: SettlementFailure;
  /** Shows the change again, with its current price. */
  onRetry: () => void;
}

/**
 * A payment that waited for the bank, was continued and failed: the reason, and the next steps (QTY-11). Takes the
 * focus.
 */
export function FailedPayment({ failure, onRetry }: FailedPaymentProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} role="group" aria-label={words.paymentFailed} tabIndex={-1}>
      <FailureNotice
        failure={failure}
        title={words.paymentFailed}
        action={
          <Actions>
            <Link to="/#payment" className={buttonClass({ small: true })}>
              {words.anotherCard}
            </Link>
            <Button small look="primary" onClick={onRetry}>
              {words.tryAgain}
            </Button>
          </Actions>
        }
      />
    </div>
  );
}
