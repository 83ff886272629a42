import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { takeProviderEvent } from "./take-provider-event.ts";

export function webhookRoutes(deps: Deps) {
  return routes({
    takeProviderEvent: async ({ rawBody, headers }) => {
      await takeProviderEvent(deps, rawBody, headers["stripe-signature"]);
      return { received: true as const };
    },
  });
}
