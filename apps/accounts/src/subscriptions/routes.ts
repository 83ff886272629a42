import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { addCustomer, findAccount } from "../stores/account-store.ts";
import { takeNews } from "./take-subscription.ts";

/** Endpoints with which the purchase service reports customers and subscriptions. */
export function subscriptionRoutes(deps: Deps) {
  return routes({
    tellCustomer: async ({ body }) => {
      if (!(await findAccount(deps.db, body.omni_id))) refuse("object.not_found");
      await addCustomer(deps.db, body.omni_id, body.customer_id);
      return done;
    },
    tellSubscription: async ({ body }) => ({
      ...done,
      ...(await inTransaction(deps.db, (tx) => takeNews(deps, tx, body))),
    }),
  });
}
