import { call } from "@foyer/api-client/client";
import type { Checkout } from "@foyer/contract/checkout";
import { words } from "#words/paper-desk";
import { MakeQuote } from "../shared/papers/paper-desk.tsx";
import { api } from "../shared/requests/api.ts";

/** What is about to be bought, as a quote for somebody else to decide on (DOC-11). */
export function PurchaseQuote({ checkout: { id, customer } }: { checkout: Checkout }) {
  const params = { checkout: id };
  return (
    <MakeQuote
      key={id}
      customerId={customer}
      label={words.getQuote}
      make={async () => (await call(api, "quoteCheckout", { params })).quote}
    />
  );
}
