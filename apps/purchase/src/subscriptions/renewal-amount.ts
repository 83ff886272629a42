import { unixSecondsOf } from "@foyer/contract/wire-values";
import { cents } from "@foyer/domain/money";
import { type RenewalDue, renewalDue, type TaxRate } from "@foyer/domain/proration";
import type { ProviderDiscount } from "../stripe/payment-gateway.ts";
import { priceWith } from "./discount.ts";
import type { HeldSubscription, PlanRow } from "./subscription-wire.ts";

/** Returns the tax rates that are charged: none if the customer is exempt or accounts for the tax. */
export function taxRatesOf({ row }: Pick<HeldSubscription, "row">): readonly (TaxRate & { readonly id: string })[] {
  if (row.tax_exempt !== "none") return [];
  return row.item_tax_rates.length > 0 ? row.item_tax_rates : row.default_tax_rates;
}

/**
 * Returns what the next renewal charges for that plan and quantity, less the discount, tax included.
 *
 * @param balance of the customer at that time: negative is credit, positive is debt.
 * @param at time of the renewal, at which the discount may be over. Without it, the end of the paid time.
 * @param discount of the subscription at that time. Without it, the one that it has.
 */
export function renewalOf(
  held: Pick<HeldSubscription, "row">,
  to: PlanRow,
  quantity: number,
  balance: number,
  at: Date = held.row.paid_until,
  discount: ProviderDiscount | null = held.row.discount,
): RenewalDue {
  const price = priceWith(discount, to, quantity, unixSecondsOf(at));
  return renewalDue(price, taxRatesOf(held), cents(balance), held.row.currency);
}
