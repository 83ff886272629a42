import type { ManagedLicense } from "@foyer/contract/licenses";
import type { Subscription } from "@foyer/contract/subscription-wire";
import { formatDate, fromUnixSeconds } from "@foyer/domain/dates";
import { cents, formatMoney } from "@foyer/domain/money";
import { Button } from "@foyer/ui/button";
import { announce } from "@foyer/ui/live-region";
import { Notice } from "@foyer/ui/notice";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { words } from "#words/payment";
import { words as subscriptions } from "#words/subscription";
import { words as team } from "#words/team";
import { chargedCard, maskedCard } from "../billing/card.ts";
import { paymentMethodsQuery } from "../billing/queries.ts";
import { Priced } from "../money/priced.tsx";
import { userQuery } from "../requests/queries.ts";
import { Actions } from "../screens/panel.tsx";
import { CardChange } from "./card-change.tsx";
import { DueSkeleton } from "./due-skeleton.tsx";
import { mayRepeat } from "./failed-payment.ts";
import { managersQuery } from "./managers-query.ts";
import { isWorking } from "./pay.ts";
import { PaymentFailure } from "./payment-failure.tsx";
import { type Payer, subscriptionFacts } from "./subscription-facts.ts";
import { usePayment } from "./use-payment.ts";
import styles from "./review.module.css";

type OpenInvoice = NonNullable<Subscription["open_invoice"]>;

interface DuePaymentProps {
  customerId: string;
  subscription: Subscription;
  /** The name of its license; null if the payer does not manage it. */
  product: string | null;
}

/** A failed payment of the person's own subscription: its amount, the next try, and the button that pays it now. */
export function DuePayment({ customerId, subscription, product }: DuePaymentProps) {
  // A paid invoice is gone, maybe before the answer of its payment is here.
  const [started, setStarted] = useState<OpenInvoice | null>(null);
  const invoice = subscription.open_invoice ?? started;
  const facts = subscriptionFacts(subscription);
  if (!invoice || !facts) return null;
  return (
    <Rescue
      key={invoice.id}
      payer={{ customerId, subscription: facts }}
      invoice={invoice}
      product={product}
      onStart={() => setStarted(invoice)}
    />
  );
}

/** Takes the focus from the button that paid (LOOK-06). */
function Paid({ receipt }: { receipt: string | null }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.focus();
    announce(words.paid);
  }, []);
  return (
    <div ref={place} tabIndex={-1} className={styles.failure}>
      <Notice kind="success" announced={false} action={receipt && <a href={receipt}>{subscriptions.receipt}</a>}>
        {words.paid}
      </Notice>
    </div>
  );
}

interface RescueProps {
  payer: Payer;
  invoice: OpenInvoice;
  product: string | null;
  onStart: () => void;
}

/** Pays the invoice now, with the bank's authentication if required. */
function Rescue({ payer, invoice, product, onStart }: RescueProps) {
  const methods = useQuery(paymentMethodsQuery(payer.customerId));
  const paying = usePayment({ payer, kind: "due" });
  const { now, agree, retry } = paying;
  const [isChoosing, setChoosing] = useState(false);
  const payButton = useRef<HTMLButtonElement>(null);
  const amount = formatMoney(cents(invoice.total), invoice.currency);
  const pay = () => {
    onStart();
    if (now.step === "failed" && mayRepeat(now.failure)) retry();
    else agree(invoice.id, crypto.randomUUID());
  };
  if (now.step === "done") return <Paid receipt={now.receipt} />;
  // A sentence that gets its card later would change before the reader's eyes (LOOK-16).
  if (methods.isPending) return <DueSkeleton />;
  const card = chargedCard(methods.data ?? [], payer.subscription.ownCard);
  return (
    <>
      <Notice
        kind="danger"
        announced={false}
        title={words.dueTitle(amount, product)}
        action={
          // The failure has the next steps.
          now.step !== "failed" && (
            <Actions>
              <Button small disabled={isWorking(now)} onClick={() => setChoosing(true)}>
                {subscriptions.anotherCard}
              </Button>
              <Button ref={payButton} look="primary" small busy={isWorking(now)} onClick={pay}>
                {words.pay(amount)}
              </Button>
            </Actions>
          )
        }
      >
        <p>
          <Priced>{nextTry(invoice.next_payment_attempt, card ? maskedCard(card) : null)}</Priced>
        </p>
      </Notice>
      {now.step === "failed" && (
        <PaymentFailure
          failure={now.failure}
          title={subscriptions.paymentFailed}
          isLooking={paying.isLooking}
          onRetry={pay}
          onAnotherCard={() => setChoosing(true)}
        />
      )}
      {isChoosing && (
        <CardChange
          customerId={payer.customerId}
          pays={amount}
          onChanged={() => {
            setChoosing(false);
            onStart();
            agree(invoice.id, crypto.randomUUID());
          }}
          returnTo={payButton}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}

function nextTry(at: number | null, card: string | null): string {
  if (at === null) return words.dueLastTry;
  return `${words.dueNextTry(formatDate(fromUnixSeconds(at)), card)} ${words.dueAccess}`;
}

/** A failed payment of a subscription that somebody else pays: who that is (LOOK-13). */
export function OthersDuePayment({ license, product }: { license: ManagedLicense; product: string }) {
  const managers = useQuery(managersQuery(license.id));
  const { data: viewer } = useQuery(userQuery);
  const payer = managers.data?.find(({ is_payer: pays }) => pays);
  const isOwn = payer !== undefined && payer.username === viewer?.username;
  if (managers.isPending) return <DueSkeleton />;
  return (
    <Notice kind="danger" announced={false} title={words.dueTitle(null, product)}>
      <p>
        {words.dueAgain} {words.dueAccess} {!isOwn && (payer ? team.paidBy(payer.username) : team.paidByOther)}{" "}
        {!isOwn && payer && payer.email !== "" && <a href={`mailto:${payer.email}`}>{payer.email}</a>}
      </p>
    </Notice>
  );
}
