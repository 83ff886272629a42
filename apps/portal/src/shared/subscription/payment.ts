import type { InvoicePreview } from "@foyer/contract/subscription-wire";
import { cents, formatMoney } from "@foyer/domain/money";
import { words } from "#words/subscription";
import { isWorking } from "./settlement.ts";
import type { Settling } from "./use-settlement.ts";

/**
 * Returns the confirming button of a review, as a `FormDialog` takes it: it names the amount, and after a failure the
 * next step.
 */
export function payment({ now, agree, retry, reviewAgain }: Settling, preview: InvoicePreview | undefined) {
  if (now.step === "failed") {
    return { submit: words.tryAgain, onSubmit: now.failure.kind === "unknown" ? retry : reviewAgain };
  }
  const amount = formatMoney(cents(preview?.total ?? 0), preview?.currency ?? "usd");
  return {
    submit: preview ? words.pay(amount) : words.payUnknown,
    busy: isWorking(now),
    ready: preview !== undefined,
    onSubmit: () => preview && agree(preview.quote.id),
  };
}
