import { call } from "@foyer/api-client/client";
import type { Checkout } from "@foyer/contract/checkout";
import { formatDate, fromUnixSeconds } from "@foyer/domain/dates";
import { type Cents, cents, formatMoney } from "@foyer/domain/money";
import { Button } from "@foyer/ui/button";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { words } from "#words/buy";
import { words as discounts } from "#words/discounts";
import { words as paperDesk } from "#words/paper-desk";
import { sentenceOf } from "../shared/failures/failure-sentence.ts";
import { type AmountRow, Amounts } from "../shared/money/amounts.tsx";
import { Priced } from "../shared/money/priced.tsx";
import { MakeQuote } from "../shared/papers/paper-desk.tsx";
import { ReferenceLine } from "../shared/papers/reference-line.tsx";
import { referencesQuery } from "../shared/papers/reference-queries.ts";
import { api } from "../shared/requests/api.ts";
import { FailureNotice } from "../shared/screens/failure-notice.tsx";
import { Actions, mutedClass } from "../shared/screens/panel.tsx";
import styles from "./buy.module.css";
import type { Choice } from "./choice.ts";
import { Chosen } from "./chosen.tsx";
import { CouponField } from "./coupon-field.tsx";
import { CouponSection } from "./coupon-section.tsx";
import { isAboutCode, type Quoting } from "./use-quoting.ts";

interface SummaryProps {
  choice: Choice;
  /** Null while the amount cannot be computed. */
  checkout: Checkout | null;
  quoting: Quoting;
  /** Why no new quote was made, if no field shows it. */
  failure: unknown;
  /** A payment is running. */
  busy: boolean;
  /** A change of the quote is asked for, so an earlier failure is over. */
  onRequest: () => void;
  onBack: () => void;
}

/** What is bought, what is due today, and what follows. Code and reference ask for a new quote. */
export function Summary({ choice, checkout, quoting, failure, busy, onRequest, onBack }: SummaryProps) {
  const isBusy = busy || quoting.busy;
  const isCodeRefused = isAboutCode(quoting.failure);
  const apply = (coupon: string | null) => {
    onRequest();
    quoting.submit({ coupon });
  };
  return (
    <section className={styles.due} aria-label={words.summary}>
      {checkout ? (
        <div className={styles.chosen}>
          <h2 translate="no">{checkout.product}</h2>
          <Button small disabled={busy} onClick={onBack}>
            {words.change}
          </Button>
        </div>
      ) : (
        <Chosen choice={choice} onBack={onBack} />
      )}
      {checkout && <Quoted checkout={checkout} />}
      {isCodeRefused ? (
        <RefusedCode code={choice.coupon ?? ""} error={sentenceOf(quoting.failure)} busy={isBusy} onCoupon={apply} />
      ) : (
        checkout &&
        !checkout.on_paper && (
          <CouponSection
            key={checkout.id}
            coupon={checkout.coupon}
            isOnce={checkout.plan.interval === null}
            busy={isBusy}
            onCoupon={apply}
          />
        )
      )}
      {checkout && !checkout.on_paper && (
        <>
          <PurchaseReference checkout={checkout} quoting={quoting} onRequest={onRequest} />
          <PurchaseQuote checkout={checkout} />
        </>
      )}
      {checkout && !isCodeRefused && <FailureNotice failure={failure} />}
    </section>
  );
}

/** The amounts of a quote, and the next charge. */
function Quoted({ checkout }: { checkout: Checkout }) {
  return (
    <>
      <div aria-live="polite">
        <Amounts rows={rowsOf(checkout)} currency={checkout.currency} />
      </div>
      {checkout.reverse_charge && <p className={mutedClass}>{words.reverseCharge}</p>}
      <p className={mutedClass}>
        <Priced>{nextOf(checkout)}</Priced>
      </p>
      {checkout.on_paper && (
        <p className={mutedClass}>{words.onPaper(formatDate(fromUnixSeconds(checkout.expires_at)))}</p>
      )}
    </>
  );
}

/** Returns a sentence about the next charge. */
function nextOf({ next_charge: next, currency }: Checkout): string {
  if (next === null) return words.paidOnce;
  return words.renews(formatMoney(cents(next.total), currency), formatDate(fromUnixSeconds(next.at)));
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
    <>
      <h2>{discounts.codeRefused}</h2>
      <div ref={place}>
        <CouponField code={code} error={error} busy={busy} onApply={onCoupon} />
      </div>
      <Actions>
        <Button disabled={busy} onClick={() => onCoupon(null)}>
          {discounts.without}
        </Button>
      </Actions>
    </>
  );
}

type PurchaseReferenceProps = Pick<SummaryProps, "quoting" | "onRequest"> & { checkout: Checkout };

/** The buyer's reference on the invoices of this purchase (DOC-04). */
function PurchaseReference({ checkout, quoting, onRequest }: PurchaseReferenceProps) {
  const { data: references } = useQuery(referencesQuery(checkout.customer));
  // If they cannot be read, the service still refuses a missing one.
  if (!references) return null;
  async function save(reference: string) {
    onRequest();
    await quoting.request({ reference });
  }
  const inForce = checkout.reference ?? references.reference;
  return <ReferenceLine inForce={inForce} isRequired={references.required} onSave={save} />;
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
