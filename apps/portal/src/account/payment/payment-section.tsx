import { Button } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { Skeleton } from "@foyer/ui/placeholders";
import { Section, Fact, Facts } from "@foyer/ui/section";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { words as account } from "#words/account";
import { words as common } from "#words/common";
import { words } from "#words/payment";
import { Loaded } from "../../shared/screens/loaded.tsx";
import { customerQuery, paymentConfQuery, paymentMethodsQuery, taxFactsQuery } from "../../shared/billing/queries.ts";
import { refusalOf } from "../../shared/failures/refusal-of.ts";
import { part, useWhenHere } from "../../shared/screens/part.tsx";
import { sectionIds } from "../section-ids.ts";
import { UnverifiedTaxIds } from "../../shared/billing/unverified-tax-ids.tsx";
import { BillingHistory } from "./billing-history.tsx";
import { CardList } from "./card-list.tsx";
import { NextCharge } from "./next-charge.tsx";

const DueInvoice = lazy(async () => ({ default: (await import("./due-invoice.tsx")).DueInvoice }));

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
      {customer.isError && <Notice kind="warning">{words.networkError}</Notice>}
      <Suspense>
        {customer.data?.subscriptions.map(
          (subscription) =>
            subscription.open_invoice && (
              <DueInvoice key={subscription.id} customerId={customerId} subscription={subscription} />
            ),
        )}
      </Suspense>
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
  const { data: details } = useQuery(taxFactsQuery(customerId));
  return (
    <>
      <UnverifiedTaxIds customerId={customerId} />
      {details?.tax_exempt === "reverse" && (
        <Facts>
          <Fact name={words.reverseCharge}>{words.reverseChargeNote}</Fact>
        </Facts>
      )}
    </>
  );
}
