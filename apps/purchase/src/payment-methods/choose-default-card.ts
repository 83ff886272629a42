import { randomUUID } from "node:crypto";
import type { Deps } from "../deps.ts";
import type { ProviderCustomer } from "../stripe/payment-gateway.ts";

/**
 * The first card that is saved is the one to charge.
 *
 * @returns the id of the customer's default card by now, or null where there is no card.
 */
export async function chooseDefaultCard(deps: Deps, customer: ProviderCustomer): Promise<string | null> {
  if (customer.defaultPaymentMethod !== null) return customer.defaultPaymentMethod;
  const { id: customerId } = customer;
  const cards = await deps.gateway.cards(customerId);
  const first = cards.toSorted((one, other) => one.created - other.created)[0];
  if (!first) return null;
  await deps.gateway.updateCustomer(customerId, { defaultPaymentMethod: first.id }, `first-card:${randomUUID()}`);
  return first.id;
}
