import { call } from "@foyer/api-client/client";
import type { Checkout } from "@foyer/contract/checkout";
import type { Seat } from "@foyer/contract/seats";
import type { PaymentMethod } from "@foyer/contract/subscription-wire";
import { formatDate, fromUnixSeconds } from "@foyer/domain/dates";
import { type Cents, cents, formatMoney } from "@foyer/domain/money";
import { Button } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { Progress } from "@foyer/ui/spinner";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { words } from "#words/buy";
import { words as common } from "#words/common";
import { words as paperDesk } from "#words/paper-desk";
import { later } from "../shared/screens/part.tsx";
import { cardExpiry, cardName } from "../shared/billing/card.ts";
import { paymentMethodsQuery } from "../shared/billing/queries.ts";
import { UnverifiedTaxIds } from "../shared/billing/unverified-tax-ids.tsx";
import { sentenceOf } from "../shared/failures/failure-sentence.ts";
import { Loaded } from "../shared/screens/loaded.tsx";
import { Actions, mutedClass, Panel } from "../shared/screens/panel.tsx";
import { type AmountRow, Amounts } from "../shared/money/amounts.tsx";
import styles from "./buy.module.css";
import { Option } from "./option.tsx";
import { CouponSection } from "./coupon-section.tsx";
import { Consents } from "./consents.tsx";
import { InvoiceBuyer, PurchaseReference, type PurchaseReferenceProps } from "./invoice-buyer.tsx";
import { type SeatQuestion, useLeavingSeats } from "./use-leaving-seats.tsx";
import { type Payment, usePaying } from "./use-paying.ts";
import { Priced } from "../shared/money/priced.tsx";
import { MakeQuote } from "../shared/papers/paper-desk.tsx";
import { api } from "../shared/requests/api.ts";

const AddCardForm = later(async () => (await import("../shared/billing/add-card-form.tsx")).AddCardForm);

export interface ReviewStepProps extends PurchaseReferenceProps {
  onBack: () => void;
  onOver: () => void;
  /** A new quote is wanted, with that code or without one. */
  onCoupon: (code: string | null) => void;
  chooseSeats: (question: SeatQuestion) => ReactNode;
}

/** The amount due today, the next renewal, and the card that pays. */
export function ReviewStep(props: ReviewStepProps & { list: readonly Seat[] }) {
  const { checkout, choice, list, onQuoted, onBack, onOver, onCoupon, chooseSeats } = props;
  // A quote on paper is refused with its reason. A screen shows today’s price instead.
  const paying = usePaying(checkout, checkout.on_paper ? null : onOver);
  const { release, notice, ask } = useLeavingSeats(checkout, list, chooseSeats);
  const failure = paying.failure === null ? (checkout.failure?.message ?? null) : sentenceOf(paying.failure);
  const quotedAgain: PurchaseReferenceProps["onQuoted"] = (quoted) => {
    paying.clear();
    onQuoted(quoted);
  };
  const pay: PayingCardProps["onPay"] = (payment) => ask() || paying.submit({ ...payment, release });
  if (paying.isAtBank) return <Notice kind="info">{words.atBank}</Notice>;
  return (
    <>
      {!paying.busy && failure !== null && <NotPaid sentence={failure} />}
      {notice}
      <Panel>
        <div className={styles.chosen}>
          <strong translate="no">{checkout.product}</strong>
          <Button small disabled={paying.busy} onClick={onBack}>
            {words.change}
          </Button>
        </div>
        <Amounts rows={rowsOf(checkout)} currency={checkout.currency} />
        {checkout.on_paper ? (
          <p className={mutedClass}>{words.onPaper(formatDate(fromUnixSeconds(checkout.expires_at)))}</p>
        ) : (
          <CouponSection
            coupon={checkout.coupon}
            isOnce={checkout.plan.interval === null}
            busy={paying.busy}
            onCoupon={onCoupon}
          />
        )}
        {checkout.reverse_charge && <p className={mutedClass}>{words.reverseCharge}</p>}
        <p>
          <Priced>{nextOf(checkout)}</Priced>
        </p>
        {!checkout.on_paper && <OnInvoice checkout={checkout} choice={choice} onQuoted={quotedAgain} />}
      </Panel>
      <UnverifiedTaxIds customerId={checkout.customer} />
      <PayingCard checkout={checkout} busy={paying.busy} onPay={pay} onBack={onBack} />
    </>
  );
}

/** Buyer and reference on the invoice, which create a new quote, and the button for a quote on paper. */
function OnInvoice(props: PurchaseReferenceProps) {
  return (
    <>
      <InvoiceBuyer {...props} />
      <PurchaseReference {...props} />
      <PurchaseQuote checkout={props.checkout} />
    </>
  );
}

/** Returns a sentence about the next charge. */
function nextOf({ next_charge: next, currency }: Checkout): string {
  if (next === null) return words.paidOnce;
  return words.renews(formatMoney(cents(next.total), currency), formatDate(fromUnixSeconds(next.at)));
}

/** Says why nothing was bought. Takes the focus, because it answers the last click or the bank's window. */
function NotPaid({ sentence }: { sentence: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), [sentence]);
  return (
    <div ref={place} tabIndex={-1}>
      <Notice kind="danger" title={words.notPaid} answers>
        <Priced>{`${sentence} ${words.notPaidHelp}`}</Priced>
      </Notice>
    </div>
  );
}

function rowsOf(checkout: Checkout): AmountRow[] {
  const { lines, tax, tax_included: included = 0, tax_rates: rates, subtotal, total } = checkout;
  const [rate] = rates;
  const name = rates.length === 1 && rate ? words.tax(rate.display_name, rate.percentage) : words.taxAlone;
  const label = included === 0 ? name : words.taxIncluded(name);
  const credit: Cents = cents(total - subtotal - (tax - included));
  return [
    ...lines.map(({ description, amount }) => ({ label: description, amount: cents(amount) })),
    ...(tax === 0 ? [] : [{ label, amount: cents(tax) }]),
    ...(credit === 0 ? [] : [{ label: credit > 0 ? words.owedBefore : words.credit, amount: credit }]),
    { label: words.dueToday, amount: cents(total), look: "total" as const },
  ];
}

interface PayingCardProps {
  checkout: Checkout;
  busy: boolean;
  onPay: (payment: Omit<Payment, "release">) => void;
  onBack: () => void;
}

/** The saved cards, or a new one in the provider's fields, and the button that pays. */
function PayingCard({ checkout, busy, onPay, onBack }: PayingCardProps) {
  const cards = useQuery(paymentMethodsQuery(checkout.customer));
  return (
    <section aria-label={words.payWith} className={styles.group}>
      <h2>{words.payWith}</h2>
      <Loaded query={cards} failed={words.failed} lines={[0.6]}>
        {(all) => <Cards cards={all} checkout={checkout} busy={busy} onPay={onPay} onBack={onBack} />}
      </Loaded>
    </section>
  );
}

function expiryOf(method: PaymentMethod, now: Date): string {
  const { exp_month: month, exp_year: year } = method.card;
  const date = `${String(month).padStart(2, "0")}/${year}`;
  return cardExpiry(method, now) === "expired" ? words.expired(date) : date;
}

function Cards({ cards, checkout, busy, onPay, onBack }: PayingCardProps & { cards: readonly PaymentMethod[] }) {
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<string | null>(null);
  const [isAdding, setAdding] = useState(false);
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [isTried, setTried] = useState(false);
  const isAgreed = checkout.consents.every(({ id }) => ticked.includes(id));
  const [now] = useState(() => new Date());
  const [first] = cards.toSorted((one, other) => Number(other.is_default) - Number(one.is_default));
  const card = cards.find(({ id }) => id === chosen) ?? first;
  const amount = formatMoney(cents(checkout.total), checkout.currency);

  async function added(card: string) {
    await queries.invalidateQueries({ queryKey: ["billing"] });
    setChosen(card);
    setAdding(false);
  }

  function pay() {
    setTried(true);
    if (isAgreed) onPay({ card: card?.id ?? null, consents: ticked });
  }

  if (isAdding || (!card && checkout.total > 0)) {
    return (
      <Suspense fallback={<Progress label={common.loading} />}>
        {!card && <p>{words.addCard}</p>}
        <AddCardForm
          customerId={checkout.customer}
          onAdded={added}
          onCancel={() => (card ? setAdding(false) : onBack())}
        />
      </Suspense>
    );
  }
  return (
    <>
      <div className={styles.grid}>
        {cards.map((one) => (
          <Option
            key={one.id}
            name="card"
            value={one.id}
            label={cardName(one)}
            detail={expiryOf(one, now)}
            isChosen={one.id === card?.id}
            onChoose={() => setChosen(one.id)}
          />
        ))}
      </div>
      <Consents consents={checkout.consents} ticked={ticked} isTried={isTried} onTick={setTicked} />
      <Actions>
        <Button disabled={busy} onClick={() => setAdding(true)}>
          {words.newCard}
        </Button>
        <Button look="primary" busy={busy} onClick={pay}>
          {checkout.total > 0 ? words.pay(amount) : words.payNothing}
        </Button>
      </Actions>
    </>
  );
}

/** Creates a quote on paper, for another person to decide on (DOC-11). */
function PurchaseQuote({ checkout: { id, customer } }: { checkout: Checkout }) {
  const params = { checkout: id };
  return (
    <MakeQuote
      key={id}
      customerId={customer}
      label={paperDesk.getQuote}
      make={async () => (await call(api, "quoteCheckout", { params })).quote}
    />
  );
}
