import { onSessionEnd } from "../session/session.ts";
import type { SettlementFailure } from "./settlement.ts";
import type { FlowName } from "./use-open-flow.ts";

const failedPaymentKey = "foyer.failed-payment";

/** The change that was to be paid, and why the payment failed. */
export interface FailedChange {
  readonly subscription: string;
  readonly flow: FlowName;
  readonly quantity: number;
  readonly failure: SettlementFailure;
}

/** Stores why a payment failed, until the tab is closed, so that a reload shows it again. */
export function keepFailure(failed: FailedChange) {
  sessionStorage.setItem(failedPaymentKey, JSON.stringify(failed));
}

/** Returns why the last payment for this subscription failed; null after the person has acted on it. */
export function keptFailure(subscription: string): FailedChange | null {
  const kept = sessionStorage.getItem(failedPaymentKey);
  if (kept === null) return null;
  // Only `keepFailure` writes under its key, and a new release of the portal begins with a new page.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const failed = JSON.parse(kept) as FailedChange;
  return failed.subscription === subscription ? failed : null;
}

export function forgetFailure() {
  sessionStorage.removeItem(failedPaymentKey);
}

onSessionEnd(forgetFailure);
