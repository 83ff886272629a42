import type { OwnPaperQuote, PaperQuote } from "@foyer/contract/paper-quotes";
import { cents, formatMoney } from "@foyer/domain/money";
import { Button, buttonClass } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { words } from "#words/papers";
import { words as common } from "#words/common";
import { customerQuery } from "../shared/billing/queries.ts";
import { quotesQuery } from "../shared/papers/reference-queries.ts";
import { UnverifiedTaxIds } from "../shared/billing/unverified-tax-ids.tsx";
import { Loaded } from "../shared/screens/loaded.tsx";
import { Link } from "../shared/screens/router.tsx";
import { userQuery } from "../shared/requests/queries.ts";
import { AtBank } from "../shared/subscription/at-bank.tsx";
import { CardChange } from "../shared/subscription/card-change.tsx";
import { mayRepeat } from "../shared/subscription/failed-payment.ts";
import { useKeptPayment } from "../shared/subscription/kept-payment.ts";
import { isWorking } from "../shared/subscription/pay.ts";
import { PaymentFailure } from "../shared/subscription/payment-failure.tsx";
import { workSentence } from "../shared/subscription/payment.ts";
import { type SubscriptionFacts, subscriptionFacts } from "../shared/subscription/subscription-facts.ts";
import { usePayment } from "../shared/subscription/use-payment.ts";
import { Priced } from "../shared/money/priced.tsx";

interface AcceptQuoteProps {
  quote: PaperQuote;
  /** The quote was accepted, or is no longer valid. */
  onEnd: () => void;
}

/** Accepts a quote with one click, where the signed-in account is the one that pays (DOC-11). */
export function AcceptQuote({ quote, onEnd }: AcceptQuoteProps) {
  const user = useQuery(userQuery);
  const customerId = user.data?.customer_id[0];
  if (user.isPending || !user.data) return null;
  if (customerId === undefined) return quote.state === "open" ? <p>{words.notPayer}</p> : null;
  return <AcceptOwn customerId={customerId} quote={quote} onEnd={onEnd} />;
}

function AcceptOwn({ customerId, quote, onEnd }: AcceptQuoteProps & { customerId: string }) {
  const quotes = useQuery(quotesQuery(customerId));
  const customer = useQuery(customerQuery(customerId));
  return (
    <Loaded query={quotes} failed={words.quoteFailed} lines={[0.4]}>
      {(list) => {
        const own = list.find(({ number }) => number === quote.number);
        if (!own) return quote.state === "open" ? <p>{words.notPayer}</p> : null;
        if (own.subscription === null) return quote.state === "open" && <AcceptPurchase quote={own} />;
        const found = customer.data?.subscriptions.find(({ id }) => id === own.subscription);
        const subscription = found ? subscriptionFacts(found) : null;
        return subscription && <Settle {...{ customerId, subscription, quote: own, onEnd }} state={quote.state} />;
      }}
    </Loaded>
  );
}

/** Leads to the review of the quoted purchase, which asks for card and consents. */
function AcceptPurchase({ quote: { quote, plan, quantity, total, currency } }: { quote: OwnPaperQuote }) {
  const amount = formatMoney(cents(total), currency);
  const query = new URLSearchParams({ checkout: quote, plan, seats: String(quantity) });
  return (
    <>
      <p>
        <Priced>{words.acceptPurchaseHelp(amount)}</Priced>
      </p>
      <p>
        <Link to={`/buy?${query}`} className={buttonClass({ look: "primary" })}>
          {words.accept(amount)}
        </Link>
      </p>
    </>
  );
}

interface SettleProps {
  customerId: string;
  subscription: SubscriptionFacts;
  quote: OwnPaperQuote;
  state: PaperQuote["state"];
  onEnd: () => void;
}

function Settle({ customerId, subscription, quote, state, onEnd }: SettleProps) {
  const order = { payer: { customerId, subscription }, kind: "now" } as const;
  const paying = usePayment(order, useKeptPayment(subscription.id));
  const { now, isRenewed, agree, retry, reviewAgain } = paying;
  const [isChoosing, setChoosing] = useState(false);
  const acceptButton = useRef<HTMLButtonElement>(null);
  const isOver = now.step === "done" || isRenewed;
  useEffect(() => {
    if (isOver) onEnd();
    // Once for each end; `onEnd` is a new function each time.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOver]);
  if (now.step === "bank") return <AtBank />;
  if (now.step === "done") return <Notice kind="success">{words.accepted}</Notice>;
  if (isRenewed) return <Notice kind="warning">{words.noLongerValid}</Notice>;
  if (state !== "open") return null;
  const amount = formatMoney(cents(quote.total), quote.currency);
  return (
    <>
      <UnverifiedTaxIds customerId={customerId} />
      <p>
        <Priced>{words.acceptHelp(amount)}</Priced>
      </p>
      {now.step === "failed" ? (
        <PaymentFailure
          failure={now.failure}
          title={words.acceptFailed}
          isLooking={paying.isLooking}
          onRetry={mayRepeat(now.failure) ? retry : reviewAgain}
          onAnotherCard={() => setChoosing(true)}
        />
      ) : (
        <p>
          <Button
            ref={acceptButton}
            look="primary"
            busy={isWorking(now)}
            onClick={() => agree(quote.quote, crypto.randomUUID())}
          >
            {words.accept(amount)}
          </Button>
        </p>
      )}
      {isChoosing && (
        <CardChange
          customerId={customerId}
          onChanged={() => {
            setChoosing(false);
            reviewAgain();
          }}
          returnTo={acceptButton}
          onClose={() => setChoosing(false)}
        />
      )}
      <p role="status">{workSentence(now)}</p>
      {paying.isSlow && (
        <Button small onClick={paying.stop}>
          {common.stop}
        </Button>
      )}
    </>
  );
}
