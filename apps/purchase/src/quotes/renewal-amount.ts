import { cents } from "@foyer/domain/money";
import { lineTax } from "@foyer/domain/proration";
import type { HeldSubscription, PlanRow } from "../subscriptions/subscription-wire.ts";
import { taxRatesOf } from "./own-amounts.ts";

/** What a whole period costs with that plan and quantity, tax included. */
export function renewalOf(held: HeldSubscription, to: PlanRow, quantity: number): number {
  const amount = cents(to.amount_cents * quantity);
  const tax = taxRatesOf(held)
    .filter((rate) => !rate.inclusive)
    .reduce((sum, rate) => sum + lineTax(amount, rate), 0);
  return amount + tax;
}
