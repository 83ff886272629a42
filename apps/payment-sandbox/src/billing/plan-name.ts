import type { Plan } from "../objects/plan.ts";
import type { Unit } from "../store/unit.ts";

/** The name of a plan on invoices: its nickname, or the name of its product. */
export async function planName(unit: Unit, plan: Plan): Promise<string> {
  if (plan.nickname) return plan.nickname;
  return (await unit.find("product", plan.product))?.name ?? plan.id;
}
