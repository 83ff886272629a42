import { ApiError } from "@foyer/api-client/errors";
import { Skeleton } from "@foyer/ui/placeholders";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Button } from "@foyer/ui/button";
import { words } from "#words/buy";
import { words as discounts } from "#words/discounts";
import { LoadFailure } from "../shared/screens/loaded.tsx";
import { sentenceOf } from "../shared/failures/failure-sentence.ts";
import { Screen } from "../shared/screens/screen.tsx";
import { useSubmit } from "../shared/forms/use-submit.ts";
import { askForQuote } from "./ask-for-quote.ts";
import { type Buyer, BuyerForm } from "./buyer-form.tsx";
import type { Choice } from "./choice.ts";
import { Chosen } from "./chosen.tsx";
import { checkoutQuery } from "./queries.ts";
import { Actions, Panel } from "../shared/screens/panel.tsx";
import { CouponField } from "./coupon-field.tsx";

interface QuoteStepProps {
  choice: Choice;
  onQuoted: (checkout: string) => void;
  onCoupon: (code: string | null) => void;
  onBack: () => void;
}

const COUNTRY = "billing.address.country";

interface Asked {
  buyer: Buyer | null;
  coupon: string | null;
}

/** Returns true if a code was refused, or too many were tried. */
const isAboutCode = ({ refusal, status }: ApiError): boolean => refusal === "coupon.refused" || status === 429;

/** Requests the quote. Asks first who buys, if the tax depends on that and no buyer is stored. */
export function QuoteStep({ choice, onQuoted, onCoupon, onBack }: QuoteStepProps) {
  const queries = useQueryClient();
  const isAsked = useRef(false);
  const asking = useSubmit(async ({ buyer, coupon }: Asked) => {
    const checkout = await askForQuote({ ...choice, coupon }, buyer);
    if (!checkout) return onBack();
    queries.setQueryData(checkoutQuery(checkout.id).queryKey, checkout);
    onQuoted(checkout.id);
  });
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    asking.submit({ buyer: null, coupon: choice.coupon });
  }, [asking, choice.coupon]);

  const { failure } = asking;
  const asksCountry = failure instanceof ApiError && failure.errors[0]?.field === COUNTRY;
  const [wasAsked, setWasAsked] = useState(false);
  if (asksCountry && !wasAsked) setWasAsked(true);
  const isCodeRefused = choice.coupon !== null && failure instanceof ApiError && isAboutCode(failure);
  function ask(buyer: Buyer | null, coupon = choice.coupon) {
    if (coupon !== choice.coupon) onCoupon(coupon);
    asking.submit({ buyer, coupon });
  }
  return (
    <Screen title={words.pageTitle} heading={words.reviewHeading} width="text">
      <Chosen choice={choice} onBack={onBack} />
      {isCodeRefused ? (
        <RefusedCode
          code={choice.coupon ?? ""}
          error={sentenceOf(failure)}
          busy={asking.busy}
          onCoupon={(coupon) => ask(null, coupon)}
        />
      ) : wasAsked ? (
        <BuyerForm busy={asking.busy} failure={asksCountry ? null : failure} onBuyer={ask} />
      ) : failure === null ? (
        <Skeleton label={words.quoting} lines={[0.9, 0.9, 0.6]} />
      ) : (
        <LoadFailure title={words.quoteFailed} failure={failure} busy={asking.busy} onRetry={() => ask(null)} />
      )}
    </Screen>
  );
}

interface RefusedCodeProps {
  code: string;
  error: string;
  busy: boolean;
  /** Asks for the quote with that code, or without one. */
  onCoupon: (code: string | null) => void;
}

/** Says why a code was refused, and offers another try or a quote without a code. */
function RefusedCode({ code, error, busy, onCoupon }: RefusedCodeProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector("input")?.focus(), [error]);
  return (
    <Panel>
      <h2>{discounts.codeRefused}</h2>
      <div ref={place}>
        <CouponField code={code} error={error} busy={busy} onApply={onCoupon} />
      </div>
      <Actions>
        <Button disabled={busy} onClick={() => onCoupon(null)}>
          {discounts.without}
        </Button>
      </Actions>
    </Panel>
  );
}
