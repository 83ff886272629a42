import type { InvoicePreview } from "@foyer/contract/subscription-wire";
import { cents, formatMoney } from "@foyer/domain/money";
import { words } from "#words/subscription";
import { words as sending } from "#words/sending";
import { isWorking, mayRepeat, type Settlement, type SettlementFailure } from "./settlement.ts";
import type { Settling } from "./use-settlement.ts";

/**
 * Returns the confirming button of a review, as a `FormDialog` takes it: it names the amount, and after a failure the
 * next step.
 */
export function payment(settling: Settling, preview: InvoicePreview | undefined) {
  const { now, agree, retry, reviewAgain, isSlow, stop } = settling;
  if (now.step === "failed") {
    if (mayRepeat(now.failure)) return { submit: words.tryAgain, onSubmit: retry };
    return { submit: backLabel(now.failure), onSubmit: reviewAgain };
  }
  return {
    submit: payLabel(preview),
    busy: isWorking(now),
    waiting: isSlow ? { text: workSentence(now) ?? "", stop: sending.stop, onStop: stop } : undefined,
    ready: preview !== undefined,
    onSubmit: () => preview && agree(preview.quote.id),
  };
}

/** Names where the button leads: nothing is sent before the review is confirmed again. */
function backLabel({ kind }: SettlementFailure): string {
  return kind === "declined" || kind === "authentication" ? words.backToPayment : words.backToReview;
}

/** A change that costs nothing now is confirmed, not paid (LOOK-11). */
function payLabel(preview: InvoicePreview | undefined): string {
  if (!preview) return words.payUnknown;
  return preview.total === 0 ? words.confirmFree : words.pay(formatMoney(cents(preview.total), preview.currency));
}

/** Returns a sentence about the running step; null if none is running. */
export function workSentence(now: Settlement): string | null {
  if (now.step === "recording") return words.recording;
  if (now.step === "charging") return words.charging;
  return now.step === "confirming" ? words.confirming : null;
}
