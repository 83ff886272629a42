import { routes } from "@foyer/service-kit/routes";
import type { PurchaseDeps } from "../purchase-deps.ts";
import { listPlans } from "./plans.ts";

export function planRoutes(deps: PurchaseDeps) {
  return routes({
    listPlans: async () => ({ plans: await listPlans(deps) }),
  });
}
