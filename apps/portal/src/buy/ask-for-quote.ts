import { call } from "@foyer/api-client/client";
import type { Checkout } from "@foyer/contract/checkout";
import { api } from "../shared/requests/api.ts";
import type { Buyer } from "./buyer-form.tsx";
import { type Choice, seatsOf } from "./choice.ts";

/**
 * Returns a new quote for the choice, which replaces the earlier quote; null if the choice cannot be bought.
 *
 * @param buyer on the invoice; null keeps the stored one.
 */
export async function askForQuote(choice: Choice, buyer: Buyer | null): Promise<Checkout | null> {
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
      ...(buyer === null ? {} : { billing: { ...buyer, address: { ...buyer.address } } }),
    },
  });
  return checkout;
}
