import type { Subscription } from "@foyer/contract/subscription-wire";
import { formatDate, fromUnixSeconds } from "@foyer/domain/dates";
import { cents, formatMoney } from "@foyer/domain/money";
import { Button } from "@foyer/ui/button";
import { announce } from "@foyer/ui/live-region";
import { Notice } from "@foyer/ui/notice";
import { useRef, useState } from "react";
import { words } from "#words/payment";
import { mayRepeat } from "../../shared/subscription/failed-payment.ts";
import { isWorking } from "../../shared/subscription/pay.ts";
import { CardChange } from "../../shared/subscription/card-change.tsx";
import { PaymentFailure } from "../../shared/subscription/payment-failure.tsx";
import { type Payer, subscriptionFacts } from "../../shared/subscription/subscription-facts.ts";
import { usePayment } from "../../shared/subscription/use-payment.ts";
import { Priced } from "../../shared/money/priced.tsx";

type OpenInvoice = NonNullable<Subscription["open_invoice"]>;

interface DueInvoiceProps {
  customerId: string;
  subscription: Subscription;
}

/** Pays an invoice after its payment failed. */
export function DueInvoice({ customerId, subscription }: DueInvoiceProps) {
  const { open_invoice: invoice } = subscription;
  const facts = subscriptionFacts(subscription);
  if (!invoice || !facts) return null;
  return <Rescue key={invoice.id} payer={{ customerId, subscription: facts }} invoice={invoice} />;
}

/** Pays the invoice now, with the bank's authentication if required. */
function Rescue({ payer, invoice }: { payer: Payer; invoice: OpenInvoice }) {
  const paying = usePayment({ payer, kind: "due" }, undefined, () => announce(words.paid));
  const { now, agree, retry } = paying;
  const [isChoosing, setChoosing] = useState(false);
  const payButton = useRef<HTMLButtonElement>(null);
  if (now.step === "done") return null;
  const amount = formatMoney(cents(invoice.total), invoice.currency);
  const pay = () =>
    now.step === "failed" && mayRepeat(now.failure) ? retry() : agree(invoice.id, crypto.randomUUID());
  return (
    <>
      <Notice
        kind="danger"
        announced={false}
        title={words.dueTitle}
        action={
          <Button ref={payButton} look="primary" small busy={isWorking(now)} onClick={pay}>
            {words.pay(amount)}
          </Button>
        }
      >
        <p>
          <Priced>{words.due(amount)}</Priced>{" "}
          {invoice.next_payment_attempt !== null && (
            <Priced>{words.dueNextTry(formatDate(fromUnixSeconds(invoice.next_payment_attempt)))}</Priced>
          )}
        </p>
      </Notice>
      {now.step === "failed" && (
        <PaymentFailure
          failure={now.failure}
          title={words.notPaid}
          isLooking={paying.isLooking}
          onRetry={pay}
          onAnotherCard={() => setChoosing(true)}
        />
      )}
      {isChoosing && (
        <CardChange
          customerId={payer.customerId}
          onChanged={() => {
            setChoosing(false);
            paying.reviewAgain();
          }}
          returnTo={payButton}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}
