import { randomUUID } from "node:crypto";
import type { Deps } from "../deps.ts";
import type { ProviderCustomer } from "../stripe/payment-gateway.ts";

/**
 * Makes the first saved card the default card, unless there is one.
 *
 * @returns the id of the customer's default card, or null without a card.
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
