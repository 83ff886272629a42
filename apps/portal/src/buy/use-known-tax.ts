import type { Catalogue } from "@foyer/contract/checkout";
import type { TaxRate } from "@foyer/contract/subscription-wire";
import { type Cents, formatMoney, sumCents } from "@foyer/domain/money";
import { lineTaxes } from "@foyer/domain/proration";
import { useQuery } from "@tanstack/react-query";
import { words } from "#words/buy";
import { taxRatesQuery } from "../shared/billing/queries.ts";
import { userQuery } from "../shared/requests/queries.ts";

/** Tax rates of the purchase; null while they are not known. */
export type KnownTax = readonly TaxRate[] | null;

/** Returns the tax of a purchase: known for a signed-in customer whose country is stored. */
export function useKnownTax({ taxed_by_country }: Catalogue, isSignedIn: boolean): KnownTax {
  const { data: user } = useQuery({ ...userQuery, enabled: isSignedIn && taxed_by_country });
  const customer = user?.customer_id[0];
  const { data: rates = null } = useQuery({
    ...taxRatesQuery(customer ?? ""),
    enabled: customer !== undefined && taxed_by_country,
  });
  if (!taxed_by_country) return [];
  return isSignedIn ? rates : null;
}

/** Returns the price with its tax, and the text about the tax; null for a price without added tax. */
export function withTax(price: Cents, currency: string, rates: KnownTax): { total: Cents; taxText: string | null } {
  if (rates === null) return { total: price, taxText: words.plusTax };
  const { added } = lineTaxes(price, rates);
  const taxText = added > 0 ? words.includingTax(formatMoney(added, currency)) : null;
  return { total: sumCents([price, added]), taxText };
}
