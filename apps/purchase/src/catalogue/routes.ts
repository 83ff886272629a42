import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { readCatalogue } from "./catalogue.ts";
import { listPlans } from "./plans.ts";

export function planRoutes(deps: Deps) {
  return routes({
    listPlans: async () => ({ plans: await listPlans(deps) }),
    readCatalogue: () => readCatalogue(deps),
  });
}
