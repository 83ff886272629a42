import type { InvoicePreview } from "@foyer/contract/subscription-wire";
import { cents, formatMoney } from "@foyer/domain/money";
import { Button } from "@foyer/ui/button";
import { words } from "#words/subscription";
import { isWorking } from "./settlement.ts";
import type { Settling } from "./use-settlement.ts";

/** The last button of a review: names the amount, and after a failure what is to be done about it. */
export function PayButton({ settling, preview }: { settling: Settling; preview: InvoicePreview | undefined }) {
  const { now, agree, retry, reviewAgain } = settling;
  if (now.step === "failed") {
    return (
      <Button look="primary" onClick={now.failure.kind === "unknown" ? retry : reviewAgain}>
        {words.tryAgain}
      </Button>
    );
  }
  const amount = formatMoney(cents(preview?.total ?? 0), preview?.currency ?? "usd");
  return (
    <Button look="primary" busy={isWorking(now)} disabled={!preview} onClick={() => preview && agree(preview.quote.id)}>
      {preview ? words.pay(amount) : words.payUnknown}
    </Button>
  );
}
