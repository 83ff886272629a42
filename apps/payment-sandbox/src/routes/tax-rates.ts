import { newTaxRate, type TaxRate } from "../objects/tax-rate.ts";
import type { Unit } from "../store/unit.ts";
import { mergedMetadata } from "../wire/params.ts";
import { badRequest, missingParam } from "../wire/refusal.ts";
import { type Call, listing, retrieval, type Route, textOf } from "./route.ts";

/** The rates of these ids, or undefined for undefined ids. */
export async function taxRates(unit: Unit, ids: string[] | undefined, param: string): Promise<TaxRate[] | undefined> {
  if (!ids) return undefined;
  const rates: TaxRate[] = [];
  for (const id of ids) rates.push(await unit.get("tax_rate", id, param));
  return rates;
}

async function create({ unit, params }: Call): Promise<TaxRate> {
  const percentage = params.decimal("percentage");
  const inclusive = params.boolean("inclusive");
  if (percentage === undefined || inclusive === undefined) {
    const param = percentage === undefined ? "percentage" : "inclusive";
    throw missingParam(param);
  }
  if (percentage < 0 || percentage > 100)
    throw badRequest("Invalid percentage: must be from 0 to 100", { param: "percentage" });
  const rate = await unit.insert(
    newTaxRate({
      created: unit.now,
      display_name: params.required("display_name"),
      inclusive,
      percentage,
      country: params.nullable("country", null),
      state: params.nullable("state", null),
      metadata: mergedMetadata({}, params.dictionary("metadata")),
    }),
  );
  await unit.emit("tax_rate.created", rate);
  return rate;
}

export const taxRateRoutes: Route[] = [
  { method: "POST", path: "tax_rates", run: create },
  retrieval("tax_rates", "tax_rate"),
  listing("tax_rates", "tax_rate", (params) => ({ equals: { active: textOf(params, "active") } })),
];
