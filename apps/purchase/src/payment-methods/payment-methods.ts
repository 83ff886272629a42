import { randomUUID } from "node:crypto";
import type { CardSetup } from "@foyer/contract/payment-methods";
import type { PaymentMethod } from "@foyer/contract/subscription-wire";
import { refuse } from "@foyer/service-kit/errors";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import type { ProviderCard, ProviderCustomer } from "../stripe/payment-gateway.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import { subscriptionsOfCustomer } from "../subscriptions/subscription-store.ts";
import { type HeldSubscription, isEnded } from "../subscriptions/subscription-wire.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";

/** Retries unpaid invoices with the new default card. */
export const retryPaymentsJob = { name: "retry-payments", payload: z.object({ customerId: z.string() }) };

function cardWire(card: ProviderCard, defaultId: string | null): PaymentMethod {
  const { id, brand, last4, expMonth, expYear } = card;
  return { id, card: { brand, last4, exp_month: expMonth, exp_year: expYear }, is_default: id === defaultId };
}

/** Returns a card of that customer. For other customers it does not exist. */
async function reachCard(deps: Deps, customerId: string, id: string): Promise<ProviderCard> {
  const card = await orRefuse(() => deps.gateway.card(id));
  if (card?.customerId !== customerId) refuse("object.not_found");
  return card;
}

export async function listPaymentMethods(deps: Deps, customerId: string): Promise<PaymentMethod[]> {
  const [customer, cards] = await Promise.all([
    orRefuse(() => deps.gateway.customer(customerId)),
    orRefuse(() => deps.gateway.cards(customerId)),
  ]);
  return cards.map((card) => cardWire(card, customer?.defaultPaymentMethod ?? null));
}

/** Starts to save a card. The browser sends the card to the provider, never to this service. */
export async function createSetupIntent(deps: Deps, customerId: string): Promise<{ cs: string; id: string }> {
  // The limit stops tests of many stolen cards.
  await deps.limiter.take(`setup-intent:${customerId}`, { limit: 30, windowSeconds: 3_600 });
  const { id, clientSecret } = await orRefuse(() =>
    deps.gateway.createSetupIntent(customerId, `setup:${randomUUID()}`),
  );
  return { cs: clientSecret, id };
}

/** Returns what became of saving a card of that customer. For other customers it does not exist. */
export async function readCardSetup(deps: Deps, customerId: string, id: string): Promise<CardSetup> {
  const setup = await orRefuse(() => deps.gateway.cardSetup(id));
  if (setup?.customerId !== customerId) refuse("object.not_found");
  const { status, cardId, isRefused } = setup;
  if (cardId !== null) return { id, state: "saved", payment_method: cardId };
  if (status === "requires_action" || status === "processing") return { id, state: "waiting" };
  return { id, state: isRefused || status === "canceled" ? "failed" : "open" };
}

/** Makes a card the default, and retries unpaid invoices with it. */
export async function makeDefaultPaymentMethod(deps: Deps, customerId: string, id: string): Promise<PaymentMethod> {
  const card = await reachCard(deps, customerId, id);
  await orRefuse(() =>
    deps.gateway.updateCustomer(customerId, { defaultPaymentMethod: id }, `default:${randomUUID()}`),
  );
  const held = await subscriptionsOfCustomer(deps.db, customerId);
  await replaceOwnCards(deps, held, id, () => true);
  if (held.some(({ row }) => row.open_invoice !== null)) {
    await deps.addJob(deps.db, retryPaymentsJob, { customerId }, { key: `retry-payments:${customerId}` });
  }
  return cardWire(card, id);
}

/** Makes subscriptions with a card of their own be charged to this card. */
async function replaceOwnCards(
  deps: Deps,
  held: readonly HeldSubscription[],
  card: string,
  isReplaced: (own: string) => boolean,
): Promise<void> {
  for (const { row } of held.filter(({ row: { status } }) => !isEnded(status))) {
    const own = (await orRefuse(() => deps.gateway.subscription(row.id)))?.defaultPaymentMethod ?? null;
    if (own === null || own === card || !isReplaced(own)) continue;
    await orRefuse(() => deps.gateway.setSubscriptionCard(row.id, card, `card:${randomUUID()}`));
    // The portal reads the new card at once, to name it (LOOK-07).
    await orRefuse(() => syncSubscription(deps, row.id));
  }
}

/**
 * Deletes a card. The last card of a renewing subscription stays. If it was the default, the newest other
 * card becomes the default. A subscription that was charged to the deleted card is charged to the default card.
 */
export async function detachPaymentMethod(deps: Deps, customerId: string, id: string): Promise<PaymentMethod> {
  const card = await reachCard(deps, customerId, id);
  const [customer, cards, held] = await Promise.all([
    orRefuse(() => deps.gateway.customer(customerId)),
    orRefuse(() => deps.gateway.cards(customerId)),
    subscriptionsOfCustomer(deps.db, customerId),
  ]);
  const others = cards.filter((other) => other.id !== id).toSorted((one, other) => other.created - one.created);
  const renews = held.some(({ row }) => !isEnded(row.status) && !row.cancel_at_period_end);
  if (others.length === 0 && renews) {
    refuse("subscription.forbidden", { reason: "last_card" });
  }
  const heir = others.find((other) => other.id === customer?.defaultPaymentMethod) ?? others[0];
  if (heir && customer?.defaultPaymentMethod === id) await makeDefaultPaymentMethod(deps, customerId, heir.id);
  else if (heir) await replaceOwnCards(deps, held, heir.id, (own) => own === id);
  await orRefuse(() => deps.gateway.detachCard(id, `detach:${id}`));
  return cardWire(card, null);
}

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
    refuse("subscription.forbidden", { reason: "no_renewal_card" });
  }
  if (isExpired(card, deps.clock.now())) {
    refuse("subscription.forbidden", { reason: "card_expired", facts: { last4: card.last4 } });
  }
}

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
