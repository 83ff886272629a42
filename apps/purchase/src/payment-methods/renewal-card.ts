import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import type { ProviderCard } from "../stripe/payment-gateway.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import { chooseDefaultCard } from "./choose-default-card.ts";

/** True after the card's last month. */
function isExpired({ expMonth, expYear }: Pick<ProviderCard, "expMonth" | "expYear">, now: Date): boolean {
  return now.getTime() >= Date.UTC(expYear, expMonth, 1);
}

/**
 * Refuses with 20005 to renew automatically without a usable card: the subscription's own, or the customer's default.
 */
export async function refuseNoRenewalCard(deps: Deps, customerId: string, subscriptionId: string): Promise<void> {
  const [customer, subscription] = await Promise.all([
    orRefuse(() => deps.gateway.customer(customerId)),
    orRefuse(() => deps.gateway.subscription(subscriptionId)),
  ]);
  // The provider's event makes a newly saved card the default, but may not have arrived yet.
  const chosen = customer && (await orRefuse(() => chooseDefaultCard(deps, customer)));
  const id = subscription?.defaultPaymentMethod ?? chosen;
  const card = id === null ? null : await orRefuse(() => deps.gateway.card(id));
  if (card?.customerId !== customerId) {
    refuse("subscription.forbidden", {
      reason: "no_renewal_card",
    });
  }
  if (isExpired(card, deps.clock.now())) {
    refuse("subscription.forbidden", {
      reason: "card_expired",
      facts: { last4: card.last4 },
    });
  }
}
