import type { PaymentGateway } from "./payment-gateway.ts";
import type { StripeCaller } from "./stripe-call.ts";
import { readCountryRate, readOncePrice, readPlan } from "./stripe-reading.ts";

export function stripeCatalog({
  stripe,
  read,
}: StripeCaller): Pick<PaymentGateway, "plans" | "oncePrices" | "countryRates"> {
  return {
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
  };
}
