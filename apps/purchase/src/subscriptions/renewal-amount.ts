import { cents } from "@foyer/domain/money";
import { type RenewalDue, renewalDue, type TaxRate } from "@foyer/domain/proration";
import type { HeldSubscription, PlanRow } from "./subscription-wire.ts";

/** Returns the tax rates that are charged: none if the customer is exempt or accounts for the tax. */
export function taxRatesOf({ row }: Pick<HeldSubscription, "row">): readonly (TaxRate & { readonly id: string })[] {
  if (row.tax_exempt !== "none") return [];
  return row.item_tax_rates.length > 0 ? row.item_tax_rates : row.default_tax_rates;
}

/**
 * Returns what the next renewal charges for that plan and quantity, tax included.
 *
 * @param balance of the customer at that time: negative is credit, positive is debt.
 */
export function renewalOf(
  held: Pick<HeldSubscription, "row">,
  to: PlanRow,
  quantity: number,
  balance: number,
): RenewalDue {
  return renewalDue(cents(to.amount_cents * quantity), taxRatesOf(held), cents(balance), held.row.currency);
}
