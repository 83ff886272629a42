import { cents } from "@foyer/domain/money";
import { type RenewalDue, renewalDue } from "@foyer/domain/proration";
import type { HeldSubscription, PlanRow } from "../subscriptions/subscription-wire.ts";
import { taxRatesOf } from "./own-amounts.ts";

/**
 * What the next renewal charges with that plan and quantity, tax included.
 *
 * @param balance the customer's by then: negative is credit, positive is owed.
 */
export function renewalOf(
  held: Pick<HeldSubscription, "row">,
  to: PlanRow,
  quantity: number,
  balance: number,
): RenewalDue {
  return renewalDue(cents(to.amount_cents * quantity), taxRatesOf(held), cents(balance), held.row.currency);
}
