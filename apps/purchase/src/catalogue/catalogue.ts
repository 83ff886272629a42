import type { Catalogue, ProductOnSale } from "@foyer/contract/checkout";
import type { ComparedPlan } from "@foyer/contract/staff-wire";
import { productOfPlan, yearSaves } from "@foyer/domain/catalogue";
import { cents } from "@foyer/domain/money";
import { parseProductId } from "@foyer/domain/product-id";
import type { BrandPlan } from "@foyer/contract/brand";
import type { Deps } from "../deps.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import { recentCatalogue } from "./catalogue-memo.ts";
import { type Offer, onceOffer, recurringOffer } from "./offer.ts";
import { knownOncePrices } from "./once-price-store.ts";
import { isTaxedByCountry, knownPlans } from "./plan-store.ts";
import { syncPlans } from "./plans.ts";

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
    provider: provider && { amount: provider.amount_cents, currency: provider.currency, interval: provider.interval },
    differences: [...differences],
    // A plan's markers name its interval, so a plan of another interval would be shown wrongly.
    is_sold: isOurs && provider !== null && !differences.includes("interval"),
  };
}

/**
 * Compares the brand's plans with those that the provider sells, the brand's first. The provider's amount counts: it
 * is what is shown and charged.
 */
function comparePlans(ours: readonly BrandPlan[], atProvider: readonly Offer[]): ComparedPlan[] {
  const sold = new Map(atProvider.filter((plan) => plan.on_sale).map((plan) => [plan.id, plan]));
  const known = new Set(ours.map(({ id }) => id));
  return [
    ...ours.map((plan) => compared(plan.id, plan, sold.get(plan.id) ?? null)),
    ...[...sold.values()].filter(({ id }) => !known.has(id)).map((plan) => compared(plan.id, null, plan)),
  ];
}

async function knownOffers({ db }: Deps): Promise<Offer[]> {
  const [plans, prices] = await Promise.all([knownPlans(db), knownOncePrices(db)]);
  return [...plans.map(recurringOffer), ...prices.map(onceOffer)];
}

/** Compares the brand's plans with the provider's, as last read. Asks the provider if no plan is known yet. */
export async function compareCatalogue(deps: Deps): Promise<ComparedPlan[]> {
  let rows = await knownOffers(deps);
  if (rows.length === 0 && deps.sales.plans.length > 0) {
    await orRefuse(() => syncPlans(deps));
    rows = await knownOffers(deps);
  }
  return comparePlans(deps.sales.plans, rows);
}

/** Returns the name of a plan's product: `Outlinear 5`. */
export function productName({ sales }: Pick<Deps, "sales">, planId: string): string {
  const { code, majorVersion } = parseProductId(planId);
  const name = sales.products.find((product) => product.code === code)?.name ?? code ?? planId;
  return majorVersion === null ? name : `${name} ${majorVersion}`;
}

/** Returns where the version of a plan's product is downloaded; null where the brand does not say. */
export function downloadOf({ sales }: Pick<Deps, "sales">, planId: string): string | null {
  const { code, majorVersion } = parseProductId(planId);
  return sales.products.find((product) => product.code === code)?.downloads?.[String(majorVersion)] ?? null;
}

type Plans = ProductOnSale["plans"];

/** Returns what a seat costs less in a year when it is paid yearly. Null unless both plans are sold in one currency. */
function savesOf(plans: Plans): number | null {
  const yearly = plans.find(({ interval }) => interval === "year");
  const monthly = plans.find(({ interval }) => interval === "month");
  if (!yearly || !monthly || yearly.currency !== monthly.currency) return null;
  return yearSaves(cents(monthly.amount), cents(yearly.amount));
}

/** Place of a plan in the list of its product. */
function placeOf(interval: Plans[number]["interval"]): number {
  return ["year", "month", null].indexOf(interval);
}

/** Returns the days of a product's trial without a card, or null. */
function trialDaysOf({ sales }: Pick<Deps, "sales">, id: string): number | null {
  const offered = sales.products.find(({ code, supportedVersion }) => id === `${code}-${supportedVersion}`);
  return offered?.trialDays ?? null;
}

/** Returns what is on sale, in the brand's order. */
export function readCatalogue(deps: Deps): Promise<Catalogue> {
  return recentCatalogue(deps, () => catalogueNow(deps));
}

async function catalogueNow(deps: Deps): Promise<Catalogue> {
  const sold = (await compareCatalogue(deps)).filter((plan) => plan.is_sold);
  const products = new Map<string, Plans>();
  for (const { id, provider } of sold) {
    const product = productOfPlan(id);
    if (product === null || provider === null) continue;
    products.set(product, [...(products.get(product) ?? []), { id, ...provider }]);
  }
  return {
    products: [...products].map(([id, plans]) => {
      const saves = savesOf(plans);
      const trialDays = trialDaysOf(deps, id);
      return {
        id,
        name: productName(deps, plans[0]?.id ?? id),
        plans: plans.toSorted((one, other) => placeOf(one.interval) - placeOf(other.interval)),
        ...(saves === null ? {} : { year_saves: saves }),
        ...(trialDays === null ? {} : { trial_days: trialDays }),
      };
    }),
    taxed_by_country: await isTaxedByCountry(deps.db),
  };
}

/** Writes one line to the log for each plan that the provider does not have as the brand says. */
export async function reportDifferences(deps: Deps): Promise<void> {
  for (const { id, differences, ours, provider } of await compareCatalogue(deps)) {
    if (differences.length === 0) continue;
    const isMissing = differences.includes("missing");
    const what = isMissing ? "is not on sale at the provider" : `differs at the provider: ${differences.join(", ")}`;
    deps.log.warn({ plan: id, ours, provider }, `the plan ${id} ${what}`);
  }
}
