import type { Checkout } from "@foyer/contract/checkout";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ReferenceLine } from "../shared/papers/reference-line.tsx";
import { referencesQuery } from "../shared/papers/reference-queries.ts";
import { askForQuote } from "./ask-for-quote.ts";
import type { Choice } from "./choice.ts";
import { checkoutQuery } from "./queries.ts";

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
