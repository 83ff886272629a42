import type { InvoicePreview } from "@foyer/contract/subscription-wire";
import { cents, formatMoney } from "@foyer/domain/money";
import { words } from "#words/subscription";
import { words as common } from "#words/common";
import { mayChangeCard, mayRepeat } from "./failed-payment.ts";
import { isWorking, type Progress } from "./pay.ts";
import type { Paying } from "./use-payment.ts";

/**
 * Returns the confirming button of a review, as a `FormDialog` takes it: it names the amount, and after a failure the
 * next step.
 *
 * @param onAnotherCard chooses another card, the next step after a decline.
 */
export function payment(paying: Paying, preview: InvoicePreview | undefined, onAnotherCard: () => void) {
  const { now, agree, retry, reviewAgain, isSlow, stop } = paying;
  if (now.step === "failed") {
    if (mayRepeat(now.failure)) return { submit: words.tryAgain, onSubmit: retry };
    if (now.failure.kind === "declined") return { submit: words.anotherCard, onSubmit: onAnotherCard };
    // Nothing is sent before the review is confirmed again, because the amount may be another one.
    return { submit: mayChangeCard(now.failure) ? words.tryAgain : words.backToReview, onSubmit: reviewAgain };
  }
  return {
    submit: payLabel(preview),
    busy: isWorking(now),
    waiting: isSlow ? { text: workSentence(now) ?? "", stop: common.stop, onStop: stop } : undefined,
    ready: preview !== undefined,
    onSubmit: () => preview && agree(preview.quote.id),
  };
}

/** A change that costs nothing now is confirmed, not paid (LOOK-11). */
function payLabel(preview: InvoicePreview | undefined): string {
  if (!preview) return words.payUnknown;
  return preview.total === 0 ? words.confirmFree : words.pay(formatMoney(cents(preview.total), preview.currency));
}

/** Returns a sentence about the running request; null if none is running. */
export function workSentence(now: Progress): string | null {
  return now.step === "paying" ? now.says : null;
}
