import { Button } from "@foyer/ui/button";
import { Skeleton } from "@foyer/ui/placeholders";
import { Fact, Facts, Section } from "@foyer/ui/section";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { Subscription } from "@foyer/contract/subscription-wire";
import { formatDate, fromUnixSeconds } from "@foyer/domain/dates";
import { type Cents, formatMoney } from "@foyer/domain/money";
import { words as account } from "#words/account";
import { words as common } from "#words/common";
import { words } from "#words/payment";
import { part, useWhenHere } from "../../shared/screens/part.tsx";
import { Loaded, MissingParts, QueryFailure } from "../../shared/screens/loaded.tsx";
import {
  customerQuery,
  paymentConfQuery,
  paymentMethodsQuery,
  plansQuery,
  taxFactsQuery,
} from "../../shared/billing/queries.ts";
import { refusalOf } from "../../shared/failures/refusal-of.ts";
import { sectionIds } from "../section-ids.ts";
import { UnverifiedTaxIds } from "../../shared/billing/unverified-tax-ids.tsx";
import { BillingHistory } from "./billing-history.tsx";
import { CardList } from "./card-list.tsx";
import { type Charge, nextCharge } from "./renewal-charge.ts";
import { Priced } from "../../shared/money/priced.tsx";

const cardsEditor = part(async () => (await import("./cards-editor.tsx")).CardsEditor);

/** Cards, the next charge and the bills; only for customers (HOME-03). */
export function PaymentSection({ customerId }: { customerId: string }) {
  const customer = useQuery(customerQuery(customerId));
  const methods = useQuery(paymentMethodsQuery(customerId));
  // Fetched at start, so that the card form does not wait for it.
  useQuery(paymentConfQuery);
  const [editing, setEditing] = useState(false);
  const [isAwaited, whenHere] = useWhenHere(cardsEditor);
  if (refusalOf(customer.error) === "object.not_found") return null;
  return (
    <Section
      title={account.paymentSection}
      id={sectionIds.payment}
      actions={
        methods.data && (
          <Button
            small
            busy={isAwaited}
            aria-expanded={editing}
            aria-label={words.editCards}
            onClick={() => (editing ? setEditing(false) : whenHere(() => setEditing(true)))}
          >
            {common.edit}
          </Button>
        )
      }
    >
      <MissingParts queries={[customer]} title={words.networkError} />
      <Loaded query={methods} failed={words.failed} lines={[0.5, 0.3]}>
        {(cards) =>
          editing ? (
            <Suspense>
              <cardsEditor.Part customerId={customerId} cards={cards} onDone={() => setEditing(false)} />
            </Suspense>
          ) : (
            <CardList cards={cards} />
          )
        }
      </Loaded>
      {customer.isPending && <Skeleton label={common.loading} lines={[0.6]} />}
      {customer.data && (
        <NextCharge subscriptions={customer.data.subscriptions} balance={customer.data.customer.balance} />
      )}
      <TaxNotices customerId={customerId} />
      <BillingHistory customerId={customerId} />
    </Section>
  );
}

/**
 * The effect of the tax ids on the next charge: why no tax is charged, or why tax is still charged (DOC-02, DOC-03).
 */
function TaxNotices({ customerId }: { customerId: string }) {
  const facts = useQuery(taxFactsQuery(customerId));
  return (
    <>
      <MissingParts queries={[facts]} />
      <UnverifiedTaxIds customerId={customerId} />
      {facts.data?.tax_exempt === "reverse" && (
        <Facts>
          <Fact name={words.reverseCharge}>{words.reverseChargeNote}</Fact>
        </Facts>
      )}
    </>
  );
}

/** The next charge: its amount, date and parts. */
function NextCharge({ subscriptions, balance }: { subscriptions: readonly Subscription[]; balance: number }) {
  const plans = useQuery(plansQuery);
  const next = nextCharge(subscriptions, plans.data ?? [], balance);
  // The due invoice is shown above, so the message that nothing is due would confuse.
  if (!next && subscriptions.some(({ open_invoice: invoice }) => invoice)) return null;
  if (next === "unknown" && plans.isError) return <QueryFailure title={words.nextChargeFailed} query={plans} />;
  return (
    <Facts>
      <Fact name={words.nextCharge}>
        {next === "unknown" &&
          (plans.isPending ? <Skeleton label={common.loading} lines={[0.5]} /> : words.unknownCharge)}
        {next !== "unknown" && (next ? <ChargeLine charge={next} /> : words.noNextCharge)}
      </Fact>
    </Facts>
  );
}

function ChargeLine({ charge }: { charge: Charge }) {
  const money = (amount: Cents) => formatMoney(amount, charge.currency);
  const parts = [
    ...(charge.discount > 0 ? [words.withDiscount(money(charge.discount))] : []),
    ...(charge.tax > 0 ? [words.withTax(money(charge.subtotal), money(charge.tax))] : []),
    ...(charge.includedTax > 0 ? [words.withIncludedTax(money(charge.includedTax))] : []),
    ...(charge.owed > 0 ? [words.withOwed(money(charge.owed))] : []),
    ...(charge.credit > 0 ? [words.lessCredit(money(charge.credit))] : []),
  ];
  const line = words.nextChargeOf(money(charge.due), formatDate(fromUnixSeconds(charge.at)));
  return <Priced>{parts.length === 0 ? line : `${line} (${parts.join(", ")})`}</Priced>;
}
