import { newId } from "./id.ts";

export interface TaxRate {
  id: string;
  object: "tax_rate";
  active: boolean;
  country: string | null;
  created: number;
  description: string | null;
  display_name: string;
  effective_percentage: number;
  flat_amount: null;
  inclusive: boolean;
  jurisdiction: string | null;
  jurisdiction_level: null;
  livemode: false;
  metadata: Record<string, string>;
  percentage: number;
  rate_type: "percentage";
  state: string | null;
  tax_type: string | null;
}

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
