import { Button } from "@foyer/ui/button";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Checkout } from "@foyer/contract/checkout";
import { words } from "#words/buy";
import { billingDetailsQuery } from "../shared/billing/queries.ts";
import { mutedClass } from "../shared/screens/panel.tsx";
import { useSubmit } from "../shared/forms/use-submit.ts";
import { askForQuote } from "./ask-for-quote.ts";
import { type Buyer, BuyerForm } from "./buyer-form.tsx";
import styles from "./buy.module.css";
import { checkoutQuery } from "./queries.ts";
import { ReferenceLine } from "../shared/papers/reference-line.tsx";
import { referencesQuery } from "../shared/papers/reference-queries.ts";
import type { Choice } from "./choice.ts";

/** The buyer on the invoice. A change creates a new quote, because the tax may depend on it (DOC-01). */
export function InvoiceBuyer({ checkout, choice, onQuoted }: PurchaseReferenceProps) {
  const client = useQueryClient();
  const { data: details } = useQuery(billingDetailsQuery(checkout.customer));
  const [isOpen, setOpen] = useState(false);
  const asking = useSubmit(async (buyer: Buyer) => {
    const quoted = await askForQuote(choice, buyer);
    if (!quoted) return;
    client.setQueryData(checkoutQuery(quoted.id).queryKey, quoted);
    await client.invalidateQueries({ queryKey: billingDetailsQuery(checkout.customer).queryKey });
    setOpen(false);
    onQuoted({ checkout: quoted.id, reference: choice.reference });
  });
  if (!details) return null;
  const { name, address } = details;
  const said = [name, address.line1, address.city].filter((part) => part !== "").join(", ");
  if (isOpen) return <BuyerForm first={details} busy={asking.busy} failure={asking.failure} onBuyer={asking.submit} />;
  return (
    <div className={styles.chosen}>
      <span className={mutedClass} translate="no">
        {said === "" ? words.invoiceToYou : words.invoiceTo(said)}
      </span>
      <Button small onClick={() => setOpen(true)}>
        {words.changeBuyer}
      </Button>
    </div>
  );
}

export interface PurchaseReferenceProps {
  checkout: Checkout;
  choice: Choice;
  /** Called with a new quote for the same choice and its reference. */
  onQuoted: (quoted: Pick<Choice, "checkout" | "reference">) => void;
}

/** The buyer's reference on the invoices of this purchase (DOC-04). */
export function PurchaseReference({ checkout, choice, onQuoted }: PurchaseReferenceProps) {
  const client = useQueryClient();
  const { data: references } = useQuery(referencesQuery(checkout.customer));
  // If they cannot be read, the service still refuses a missing one.
  if (!references) return null;
  async function save(reference: string) {
    const quoted = await askForQuote({ ...choice, reference }, null);
    if (!quoted) return;
    client.setQueryData(checkoutQuery(quoted.id).queryKey, quoted);
    onQuoted({ checkout: quoted.id, reference });
  }
  const inForce = checkout.reference ?? references.reference;
  return <ReferenceLine inForce={inForce} isRequired={references.required} onSave={save} />;
}
