import type { Plan } from "../objects/plan.ts";
import type { Unit } from "../store/unit.ts";

/** What an invoice calls a plan: its own name, or its product's. */
export async function planName(unit: Unit, plan: Plan): Promise<string> {
  if (plan.nickname) return plan.nickname;
  return (await unit.find("product", plan.product))?.name ?? plan.id;
}
