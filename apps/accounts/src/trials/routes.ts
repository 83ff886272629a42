import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { startTrial, trialToBuy } from "./start-trial.ts";

/** Endpoints of trials without a card. */
export function trialRoutes(deps: Deps) {
  return routes({
    startTrial: async ({ caller, body, ip }) => ({ ...done, trial: await startTrial(deps, caller, body, ip) }),
    readTrial: async ({ body }) => ({ trial: await trialToBuy(deps, body.omni_id, body.product) }),
  });
}
