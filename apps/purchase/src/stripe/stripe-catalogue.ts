import type { PaymentGateway, ProviderTaxRate } from "./payment-gateway.ts";
import type { StripeCaller } from "./stripe-call.ts";
import { readCountryRate, readOncePrice, readPlan, readTaxRate } from "./stripe-reading.ts";

export function stripeCatalogue({ stripe, read, find }: StripeCaller) {
  const rates = new Map<string, ProviderTaxRate>();
  return {
    taxRate: async (id) => {
      const known = rates.get(id) ?? (await find(async () => readTaxRate(await stripe.taxRates.retrieve(id))));
      if (known) rates.set(id, known);
      return known;
    },
    plans: () =>
      read(async () => {
        const { data } = await stripe.plans.list({ active: true, limit: 100 });
        return data.flatMap((plan) => readPlan(plan) ?? []);
      }),
    oncePrices: () =>
      read(async () => {
        const { data } = await stripe.prices.list({ type: "one_time", active: true, limit: 100 });
        return data.flatMap((price) => readOncePrice(price) ?? []);
      }),
    countryRates: () =>
      read(async () => {
        const { data } = await stripe.taxRates.list({ active: true, limit: 100 });
        return data.flatMap((rate) => readCountryRate(rate) ?? []);
      }),
  } satisfies Partial<PaymentGateway>;
}
