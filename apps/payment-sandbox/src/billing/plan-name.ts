import type { Plan } from "../objects/plan.ts";
import type { Unit } from "../store/unit.ts";

/** What an invoice calls a plan: its product's name. */
export async function planName(unit: Unit, plan: Plan): Promise<string> {
  const product = await unit.find("product", plan.product);
  return product?.name ?? plan.nickname ?? plan.id;
}
