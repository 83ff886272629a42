import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { readReferences, saveReference, saveSubscriptionReference } from "./references.ts";

export function referenceRoutes(deps: Deps) {
  return routes({
    readReferences: async ({ params }) => ({ references: await readReferences(deps, params.id) }),
    saveReference: async ({ params, body }) => ({ references: await saveReference(deps, params.id, body) }),
    saveSubscriptionReference: async ({ params, body }) => {
      const of = { customerId: params.id, subscriptionId: params.subscription };
      return { references: await saveSubscriptionReference(deps, of, body.reference) };
    },
  });
}
