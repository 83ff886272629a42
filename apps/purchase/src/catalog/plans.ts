import type { Plan } from "@foyer/contract/subscription-wire";
import { refuse } from "@foyer/service-kit/errors";
import type { PurchaseDeps } from "../purchase-deps.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import { planById, savePlans } from "../subscriptions/subscription-store.ts";
import type { PlanRow } from "../subscriptions/subscription-wire.ts";
import { plansKnownOnSale, takeOthersOffSale } from "./plan-store.ts";

/** Takes over what the provider has on sale; what it does not list any more is off sale. */
export async function syncPlans(deps: PurchaseDeps): Promise<void> {
  const plans = await deps.gateway.plans();
  const { kysely } = deps.database;
  await savePlans(kysely, plans);
  await takeOthersOffSale(
    kysely,
    plans.map((plan) => plan.id),
  );
}

/** What is on sale, as the provider says now; while it does not answer, as it said last. */
export async function listPlans(deps: PurchaseDeps): Promise<Plan[]> {
  const read = (): Promise<PlanRow[]> => plansKnownOnSale(deps.database.kysely);
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

/** The plan that a request names; refuses one that does not exist. A plan in force may be off sale. */
export async function namedPlan(
  deps: PurchaseDeps,
  id: string,
  inForce: string,
  known?: PlanRow | null,
): Promise<PlanRow> {
  const { kysely } = deps.database;
  const first = known ?? (await planById(kysely, id));
  if (first?.on_sale || (first && id === inForce)) return first;
  await orRefuse(() => syncPlans(deps));
  const plan = await planById(kysely, id);
  if (!plan?.on_sale) refuse("input.invalid", { field: "plan", message: "There is no such plan." });
  return plan;
}
