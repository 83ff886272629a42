import { call } from "@foyer/api-client/client";
import { ApiError } from "@foyer/api-client/errors";
import type { Checkout } from "@foyer/contract/checkout";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { paymentMethodsQuery } from "../shared/billing/queries.ts";
import { api } from "../shared/requests/api.ts";
import { userQuery } from "../shared/requests/queries.ts";
import { useSubmit } from "../shared/forms/use-submit.ts";
import type { Buyer } from "./buyer-fields.tsx";
import { type Choice, seatsOf } from "./choice.ts";
import { checkoutQuery } from "./queries.ts";

/** A new quote for the choice. Omitted fields stay as they are. */
interface Wish {
  readonly buyer?: Buyer;
  /** A coupon code; null for none. */
  readonly coupon?: string | null;
  readonly reference?: string;
}

type Quoted = Pick<Choice, "checkout" | "coupon" | "reference">;

const COUNTRY = "billing.address.country";

/** Returns true if the amount cannot be computed before the buyer's country is known. */
export const asksCountry = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.errors[0]?.field === COUNTRY;

/** Returns true if a code was refused, or too many were tried. */
export const isAboutCode = (failure: unknown): boolean =>
  failure instanceof ApiError && (failure.refusal === "coupon.refused" || failure.status === 429);

/** Requests a quote for the choice. Null if the choice cannot be bought. */
async function quoteFor(choice: Choice, buyer: Buyer | undefined): Promise<Checkout | null> {
  const { plan, license, coupon, reference } = choice;
  const quantity = seatsOf(choice);
  if (plan === null || quantity === null) return null;
  const { checkout } = await call(api, "startCheckout", {
    body: {
      plan,
      quantity,
      ...(license === null ? {} : { license }),
      ...(coupon === null ? {} : { coupon }),
      ...(reference === "" ? {} : { reference }),
      ...(buyer === undefined ? {} : { billing: { ...buyer, address: { ...buyer.address } } }),
    },
  });
  return checkout;
}

/** Requests quotes for a choice. */
export type Quoting = ReturnType<typeof useQuoting>;

/**
 * Requests quotes, each of which replaces the earlier one. The first one is requested at once.
 *
 * @param isWanted true while there is no quote that can be paid.
 * @param onQuoted gets a new quote; null if the choice cannot be bought.
 */
export function useQuoting(choice: Choice, isWanted: boolean, onQuoted: (quoted: Quoted | null) => void) {
  const queries = useQueryClient();
  const last = useRef(0);

  async function request({ buyer, ...changed }: Wish): Promise<Checkout | null> {
    const wanted = { ...choice, ...changed };
    const turn = (last.current += 1);
    const checkout = await quoteFor(wanted, buyer);
    // A later request has a newer answer.
    if (turn !== last.current) return checkout;
    if (!checkout) {
      onQuoted(null);
      return null;
    }
    queries.setQueryData(checkoutQuery(checkout.id).queryKey, checkout);
    // A new customer has no card, so the fields of a new one stay where they are.
    if (queries.getQueryData(userQuery.queryKey)?.customer_id.length === 0)
      queries.setQueryData(paymentMethodsQuery(checkout.customer).queryKey, (known) => known ?? []);
    else if (buyer) await queries.invalidateQueries({ queryKey: ["billing"] });
    onQuoted({ checkout: checkout.id, coupon: wanted.coupon, reference: wanted.reference });
    return checkout;
  }

  const quoting = useSubmit(async (wish: Wish) => void (await request(wish)));
  useEffect(() => {
    if (isWanted) quoting.submit({});
    // Once for each quote that is missing.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isWanted]);
  return { ...quoting, request };
}
