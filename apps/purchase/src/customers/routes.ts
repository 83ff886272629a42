import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { ratesOfBuyer, readBillingDetails, readCustomer, saveBillingDetails } from "./billing-details.ts";
import { createCustomer } from "./create-customer.ts";

export function customerRoutes(deps: Deps) {
  return routes({
    createCustomer: async ({ caller, body }) => ({
      customer_id: await createCustomer(deps, caller, {
        email: body.email,
        omniId: body.omni_id,
        username: body.omni_username,
      }),
    }),
    readCustomer: ({ params }) => readCustomer(deps, params.id),
    readBillingDetails: async ({ params }) => {
      const details = await readBillingDetails(deps, params.id);
      return { billing_details: details, tax_rates: await ratesOfBuyer(deps, details) };
    },
    saveBillingDetails: async ({ params, body }) => ({
      billing_details: await saveBillingDetails(deps, params.id, body),
    }),
  });
}
