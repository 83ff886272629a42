import type Stripe from "stripe";
import { newId } from "./id.ts";
import type { Stored } from "./wire.ts";

export type TaxRate = Stored<Stripe.TaxRate>;

export function newTaxRate(
  given: Pick<TaxRate, "created" | "display_name" | "inclusive" | "percentage"> & Partial<TaxRate>,
): TaxRate {
  return {
    id: newId("txr"),
    object: "tax_rate",
    active: true,
    country: null,
    description: null,
    effective_percentage: given.percentage,
    flat_amount: null,
    jurisdiction: null,
    jurisdiction_level: null,
    livemode: false,
    metadata: {},
    rate_type: "percentage",
    state: null,
    tax_type: null,
    ...given,
  };
}
