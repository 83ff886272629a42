import { inTransaction } from "@foyer/service-kit/db";
import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { takeNews } from "./take-subscription.ts";
import { tellCustomer } from "./tell-customer.ts";

/** Endpoints with which the purchase service reports customers and subscriptions. */
export function subscriptionRoutes(deps: Deps) {
  return routes({
    tellCustomer: async ({ body }) => {
      await tellCustomer(deps, body.omni_id, body.customer_id);
      return done;
    },
    tellSubscription: async ({ body }) => ({
      ...done,
      ...(await inTransaction(deps.db, (tx) => takeNews(deps, tx, body))),
    }),
  });
}
