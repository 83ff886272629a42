import { instantOf } from "@foyer/contract/wire-values";
import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { startTrial, trialToBuy } from "./start-trial.ts";

/** Endpoints of trials without a card. */
export function trialRoutes(deps: Deps) {
  return routes({
    startTrial: async ({ caller, body, ip }) => {
      const { id, productId, description, seats, endsAt, deletedAt } = await startTrial(deps, caller, body, ip);
      return {
        ...done,
        trial: {
          registration_id: id,
          product_id: productId,
          description,
          seats,
          ends_at: instantOf(endsAt),
          deleted_at: instantOf(deletedAt),
        },
      };
    },
    readTrial: async ({ body }) => ({ trial: await trialToBuy(deps, body.omni_id, body.product) }),
  });
}
