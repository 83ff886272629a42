import type { Customer } from "@foyer/contract/customers";
import type { Subscription } from "@foyer/contract/subscription-wire";
import { refuse } from "@foyer/service-kit/errors";
import { listSubscriptions } from "../changes/read-subscription.ts";
import type { Deps } from "../deps.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";

export async function readCustomer(
  deps: Deps,
  customerId: string,
): Promise<{ customer: Customer; subscriptions: Subscription[] }> {
  const [customer, subscriptions] = await Promise.all([
    orRefuse(() => deps.gateway.customer(customerId)),
    listSubscriptions(deps, customerId),
  ]);
  if (!customer) refuse("object.not_found");
  const { id, email, defaultPaymentMethod, balance } = customer;
  return { customer: { id, email, default_payment_method: defaultPaymentMethod, balance }, subscriptions };
}
