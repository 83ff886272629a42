import { onSessionEnd } from "../session.ts";
import type { SettlementFailure } from "./settlement.ts";
import type { FlowName } from "./use-open-flow.ts";

const failedPaymentKey = "foyer.failed-payment";

/** What was to be paid, and why it was not. */
export interface FailedChange {
  readonly subscription: string;
  readonly flow: FlowName;
  readonly quantity: number;
  readonly failure: SettlementFailure;
}

/** Keeps why a payment failed, for as long as the tab: a reload shows it again. */
export function keepFailure(failed: FailedChange) {
  sessionStorage.setItem(failedPaymentKey, JSON.stringify(failed));
}

/** Why the last payment for this subscription failed; null once something was done about it. */
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
