import type { Plan } from "@foyer/contract/subscription-wire";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import { planById, savePlans } from "../subscriptions/subscription-store.ts";
import type { PlanRow } from "../subscriptions/subscription-wire.ts";
import { saveOncePrices } from "./once-price-store.ts";
import { forgetCatalogue } from "./catalogue-memo.ts";
import { plansKnownOnSale, saveCountryRates, takeOthersOffSale } from "./plan-store.ts";

/** Stores the plans that the provider has on sale, and its tax rates of countries. All other plans are off sale. */
export async function syncPlans(deps: Deps): Promise<void> {
  const { gateway, db } = deps;
  const [plans, rates, prices] = await Promise.all([gateway.plans(), gateway.countryRates(), gateway.oncePrices()]);
  await saveOncePrices(db, prices);
  await saveCountryRates(db, rates);
  await savePlans(db, plans);
  await takeOthersOffSale(
    db,
    plans.map((plan) => plan.id),
  );
  forgetCatalogue(deps);
}

/** Returns the plans on sale from the provider, or the last known ones while it does not answer. */
export async function listPlans(deps: Deps): Promise<Plan[]> {
  const read = (): Promise<PlanRow[]> => plansKnownOnSale(deps.db);
  let rows = await read();
  if (rows.length === 0) {
    await orRefuse(() => syncPlans(deps));
    rows = await read();
  }
  return rows.map(({ id, amount_cents, currency, interval, product, nickname }) => ({
    id,
    amount: amount_cents,
    currency,
    interval,
    product,
    nickname,
  }));
}

/** Returns the plan that a request names. Refuses an unknown one. A plan in force may be off sale. */
export async function namedPlan(deps: Deps, id: string, inForce: string, known?: PlanRow | null): Promise<PlanRow> {
  const { db } = deps;
  const first = known ?? (await planById(db, id));
  if (first?.on_sale || (first && id === inForce)) return first;
  await orRefuse(() => syncPlans(deps));
  const plan = await planById(db, id);
  if (!plan?.on_sale) refuse("input.invalid", { field: "plan", reason: "unknown_plan" });
  return plan;
}
