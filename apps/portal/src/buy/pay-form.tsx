import type { Checkout } from "@foyer/contract/checkout";
import { cents, formatMoney } from "@foyer/domain/money";
import { Button } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { Skeleton } from "@foyer/ui/placeholders";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode, RefObject } from "react";
import { words } from "#words/buy";
import { words as cardWords } from "#words/payment";
import { billingDetailsQuery } from "../shared/billing/queries.ts";
import { sentenceOf } from "../shared/failures/failure-sentence.ts";
import { Form } from "../shared/forms/form.tsx";
import { WaitingLine } from "../shared/forms/waiting-line.tsx";
import { isFirstLoad, QueryFailure } from "../shared/screens/loaded.tsx";
import { mutedClass } from "../shared/screens/panel.tsx";
import styles from "./buy.module.css";
import { BuyerFields, typedFirst } from "./buyer-fields.tsx";
import type { Choice } from "./choice.ts";
import { ChosenTotal } from "./chosen.tsx";
import { Consents } from "./consents.tsx";
import { PayingCard } from "./paying-card.tsx";
import type { Ordering } from "./use-ordering.ts";
import type { Paying } from "./use-paying.ts";

interface PayFormProps {
  choice: Choice;
  /** Null before the amount is known. */
  checkout: Checkout | null;
  ordering: Ordering;
  paying: Paying;
  form: RefObject<HTMLFormElement | null>;
  /** False while something is not known that decides about the payment. */
  isReady: boolean;
  /** Why the last payment failed. */
  refusal: ReactNode;
  /** Facts that the buyer reads before paying. */
  children: ReactNode;
}

/** The form with the buyer, the card, the terms, and the button that pays. */
export function PayForm(props: PayFormProps) {
  const { choice, checkout, ordering, paying, form, isReady, refusal, children } = props;
  const { buyer, cards, chosen, newCard, cardFailure, isRenewed, ticked, tries } = ordering;
  const isFree = checkout?.total === 0;
  return (
    <Form ref={form} busy={paying.busy} className={styles.pay} onSubmit={ordering.pay}>
      <div tabIndex={-1} data-refusal="" className={styles.refusal}>
        {isRenewed && <Notice kind="warning">{words.renewed}</Notice>}
        {refusal}
      </div>
      {children}
      {!checkout?.on_paper && <WhoBuys checkout={checkout} buyer={buyer} isTried={tries > 0} />}
      <section aria-label={words.payWith} className={styles.group}>
        <h2>{words.payWith}</h2>
        {cardFailure !== null && (
          <Notice kind="danger" title={cardWords.addFailed} answers>
            {sentenceOf(cardFailure)}
          </Notice>
        )}
        {cards.data ? (
          <PayingCard
            cards={cards.data}
            chosen={chosen}
            isNeeded={!isFree}
            newCard={newCard}
            onChoose={ordering.choose}
          />
        ) : isFirstLoad(cards) ? (
          <Skeleton label={words.payWith} lines={[0.6]} />
        ) : (
          <QueryFailure title={words.failed} query={cards} />
        )}
      </section>
      <Consents consents={checkout?.consents ?? []} ticked={ticked} isTried={tries > 0} onTick={ordering.tick} />
      {!paying.isAtBank && <WaitingLine waiting={paying.waiting} />}
      <div className={styles.bar}>
        {!checkout && <ChosenTotal choice={choice} />}
        <Button type="submit" look="primary" wide busy={paying.busy || !isReady || !cards.data}>
          {payLabel(checkout)}
        </Button>
      </div>
    </Form>
  );
}

function payLabel(checkout: Checkout | null): string {
  if (!checkout) return words.payUnknown;
  return checkout.total > 0 ? words.pay(formatMoney(cents(checkout.total), checkout.currency)) : words.payNothing;
}

type WhoBuysProps = Pick<PayFormProps, "checkout"> & Pick<Ordering, "buyer"> & { isTried: boolean };

/** The buyer on the invoice, or the fields to change it (DOC-01). */
function WhoBuys({ checkout, buyer, isTried }: WhoBuysProps) {
  const customer = checkout?.customer ?? "";
  const { data: details } = useQuery({ ...billingDetailsQuery(customer), enabled: customer !== "" });
  if (buyer.typed) {
    const { typed, failure, type, settleTaxId } = buyer;
    return <BuyerFields {...{ typed, isTried, failure }} onType={type} onTaxIdLeft={settleTaxId} />;
  }
  if (!details) return null;
  const { name, address } = details;
  const said = [name, address.line1, address.city].filter((part) => part !== "").join(", ");
  return (
    <div className={styles.chosen}>
      <span className={mutedClass} translate="no">
        {said === "" ? words.invoiceToYou : words.invoiceTo(said)}
      </span>
      <Button small onClick={() => buyer.type(typedFirst(details))}>
        {words.changeBuyer}
      </Button>
    </div>
  );
}
