import type { Checkout } from "@foyer/contract/checkout";
import type { Person } from "@foyer/service-kit/call";
import { refuse } from "@foyer/service-kit/errors";
import { buyingByQuote } from "../changes/operations/buy-store.ts";
import { buy } from "../changes/operations/buy.ts";
import { dropBuying } from "../changes/operations/end-buying.ts";
import { giveUp } from "../changes/operations/run-operation.ts";
import type { Deps } from "../deps.ts";
import type { StoredRefusal } from "../stripe/stored-refusal.ts";
import { checkoutOf } from "./checkout-store.ts";
import { checkoutWire } from "./checkout-wire.ts";

const abandoned: StoredRefusal = { name: "payment.authentication_failed", reason: "purchase_given_up" };

/** Gives up a purchase that waits for the bank. One that is paid at the same moment is completed instead. */
export async function abandonCheckout(deps: Deps, buyer: Person, checkoutId: string): Promise<Checkout> {
  const quote = await checkoutOf(deps.db, buyer.id, checkoutId);
  if (!quote) refuse("object.not_found");
  const live = await buyingByQuote(deps.db, quote.subscription_id, quote.id);
  if (live?.state === "waiting") {
    await giveUp(deps, buy, live.id, async (held, operation) => {
      const { made } = operation.request;
      if (made) await dropBuying(held, operation, made, abandoned);
    });
  }
  return await checkoutWire(deps, quote);
}
