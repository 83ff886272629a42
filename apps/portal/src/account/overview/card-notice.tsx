import { formatDate, fromUnixSeconds } from "@foyer/domain/dates";
import { formatMoney } from "@foyer/domain/money";
import { Button } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { words } from "#words/account";
import { words as subscriptions } from "#words/subscription";
import { cardExpiry, cardName, chargedCard, expiryMonth } from "../../shared/billing/card.ts";
import { customerQuery, paymentMethodsQuery, plansQuery } from "../../shared/billing/queries.ts";
import { Priced } from "../../shared/money/priced.tsx";
import { later } from "../../shared/screens/part.tsx";
import { renewals } from "../payment/renewal-charge.ts";

const CardChange = later(async () => (await import("../../shared/subscription/card-change.tsx")).CardChange);

/** Warns that the card of the next charge will have expired by then, and offers another one. */
export function CardNotice({ customerId }: { customerId: string }) {
  const customer = useQuery(customerQuery(customerId));
  const methods = useQuery(paymentMethodsQuery(customerId));
  const plans = useQuery(plansQuery);
  const [isChoosing, setChoosing] = useState(false);
  const [now] = useState(() => new Date());
  const { subscriptions: held = [], customer: { balance = 0 } = {} } = customer.data ?? {};
  const [[id, next] = [null, null]] = renewals(held, plans.data ?? [], balance);
  const own = held.find((one) => one.id === id)?.default_payment_method ?? null;
  const card = chargedCard(methods.data ?? [], own);
  if (!card || next === null || next === "unknown") return null;
  const expiry = cardExpiry(card, now);
  const { exp_year: year, exp_month: month } = card.card;
  if (expiry === "good" || Date.UTC(year, month, 1) > next.at * 1000) return null;
  const title =
    expiry === "expired"
      ? words.cardExpired(cardName(card))
      : words.cardExpires(cardName(card), expiryMonth(card.card));
  return (
    <>
      <Notice
        kind="warning"
        announced={false}
        title={title}
        action={
          <Button small onClick={() => setChoosing(true)}>
            {subscriptions.anotherCard}
          </Button>
        }
      >
        <p>
          <Priced>{words.cardNext(formatMoney(next.due, next.currency), formatDate(fromUnixSeconds(next.at)))}</Priced>
        </p>
      </Notice>
      <Suspense>
        {isChoosing && (
          <CardChange customerId={customerId} onChanged={() => setChoosing(false)} onClose={() => setChoosing(false)} />
        )}
      </Suspense>
    </>
  );
}
