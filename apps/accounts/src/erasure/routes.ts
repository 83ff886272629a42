import { instantOf } from "@foyer/contract/wire-values";
import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { confirmErasure } from "./erase-accounts.ts";
import { erasuresAtProvider } from "../stores/erasure-store.ts";

/** Endpoints for the erasures that need the purchase service. */
export function erasureRoutes(deps: Deps) {
  return routes({
    listErasures: async () => ({
      erasures: (await erasuresAtProvider(deps.db)).map((erasure) => ({
        omni_id: erasure.account_id,
        username: erasure.username,
        addresses: erasure.addresses,
        customer_ids: erasure.customer_ids,
        begun: instantOf(erasure.begun_at),
      })),
    }),
    confirmErasure: async ({ body }) => {
      await confirmErasure(deps, body.omni_id);
      return done;
    },
  });
}
