import type { BrandPlan } from "@foyer/contract/brand";
import type { ComparedPlan } from "@foyer/contract/staff-wire";
import type { Offer } from "./offer.ts";

function differencesOf(ours: BrandPlan, provider: Offer | null): ComparedPlan["differences"] {
  if (!provider) return ["missing"];
  return [
    ...(ours.amountCents === provider.amount_cents ? [] : (["amount"] as const)),
    ...(ours.currency === provider.currency ? [] : (["currency"] as const)),
    ...((ours.interval ?? null) === provider.interval ? [] : (["interval"] as const)),
  ];
}

/** Returns the brand's plan beside the provider's plan of that id. At least one of them exists. */
function compared(id: string, ours: BrandPlan | null, provider: Offer | null): ComparedPlan {
  const isOurs = ours !== null && ours.onSale !== false;
  const differences = isOurs ? differencesOf(ours, provider) : [];
  return {
    id,
    ours: ours && {
      amount: ours.amountCents,
      currency: ours.currency,
      interval: ours.interval ?? null,
      on_sale: ours.onSale !== false,
    },
    provider: provider && {
      amount: provider.amount_cents,
      currency: provider.currency,
      interval: provider.interval,
    },
    differences: [...differences],
    // A plan's markers name its interval, so a plan of another interval would be shown wrongly.
    is_sold: isOurs && provider !== null && !differences.includes("interval"),
  };
}

/**
 * Compares the brand's plans with those that the provider sells, the brand's first. The provider's amount counts: it
 * is what is shown and charged.
 */
export function comparePlans(ours: readonly BrandPlan[], atProvider: readonly Offer[]): ComparedPlan[] {
  const sold = new Map(atProvider.filter((plan) => plan.on_sale).map((plan) => [plan.id, plan]));
  const known = new Set(ours.map(({ id }) => id));
  return [
    ...ours.map((plan) => compared(plan.id, plan, sold.get(plan.id) ?? null)),
    ...[...sold.values()].filter(({ id }) => !known.has(id)).map((plan) => compared(plan.id, null, plan)),
  ];
}
