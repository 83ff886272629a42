import type { Queryable } from "@foyer/service-kit/db";
import type { PurchaseTables } from "../db/schema.ts";
import type { ProviderInvoice, ProviderSubscription } from "../stripe/payment-gateway.ts";
import type { PaidState } from "./paid-state.ts";
import type { SubscriptionRow } from "./subscription-wire.ts";

type Db = Queryable<PurchaseTables>;

const atSeconds = (seconds: number): Date => new Date(seconds * 1_000);

/** Returns the unpaid invoice of a period, not that of a change that waits for payment. */
function openInvoiceOf(invoices: readonly ProviderInvoice[]): string | null {
  const open = invoices.find(
    ({ status, billingReason, operationId }) =>
      status === "open" && billingReason !== "subscription_update" && operationId === null,
  );
  if (!open) return null;
  const { id, amountDue, currency, nextPaymentAttempt } = open;
  return JSON.stringify({ id, total: amountDue, currency, next_payment_attempt: nextPaymentAttempt });
}

interface TakenState {
  readonly subscription: ProviderSubscription;
  readonly invoices: readonly ProviderInvoice[];
  readonly before: SubscriptionRow | null;
  readonly paid: PaidState;
}

/** The stored time never decreases, because readers order states by it. */
const timeOf = (before: SubscriptionRow | null, now: Date): Date =>
  before && before.object_time > now ? before.object_time : now;

/** Stores that a subscription has ended whose other facts cannot be stored. */
export async function saveEnd(tx: Db, before: SubscriptionRow, status: string, now: Date): Promise<SubscriptionRow> {
  return await tx
    .updateTable("subscriptions")
    .set({ status, version: before.version + 1, object_time: timeOf(before, now), synced_at: now })
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function valuesOf({ subscription, invoices, before, paid }: TakenState, now: Date) {
  return {
    customer_id: subscription.customerId,
    // The license of a subscription stays known, so that the end of the subscription ends the license.
    registration_id: subscription.registrationId ?? before?.registration_id ?? null,
    item_id: subscription.itemId,
    currency: subscription.currency,
    status: subscription.status,
    billing_mode: subscription.billingMode,
    provider_plan: subscription.plan.id,
    provider_quantity: subscription.quantity,
    period_start: atSeconds(subscription.periodStart),
    period_end: atSeconds(subscription.periodEnd),
    trial_end: subscription.trialEnd === null ? null : atSeconds(subscription.trialEnd),
    cancel_at_period_end: subscription.willCancel,
    default_tax_rates: JSON.stringify(subscription.defaultTaxRates),
    item_tax_rates: JSON.stringify(subscription.itemTaxRates),
    ...(subscription.taxExempt === null ? {} : { tax_exempt: subscription.taxExempt }),
    paid_plan: paid.plan,
    paid_quantity: paid.quantity,
    paid_from: atSeconds(paid.from),
    paid_until: atSeconds(paid.until),
    open_invoice: openInvoiceOf(invoices),
    own_card: subscription.defaultPaymentMethod,
    discount: subscription.discount && JSON.stringify(subscription.discount),
    created_at: atSeconds(subscription.created),
    ended_at: subscription.endedAt === null ? null : atSeconds(subscription.endedAt),
    object_time: timeOf(before, now),
    synced_at: now,
  };
}

/** Stores the provider's state. Returns null if another caller has created the row first. */
export async function saveSubscription(tx: Db, state: TakenState, now: Date): Promise<SubscriptionRow | null> {
  const { subscription, before, paid } = state;
  const values = valuesOf(state, now);
  if (!before) {
    const made = await tx
      .insertInto("subscriptions")
      .values({ id: subscription.id, ...values, recorded_plan: null, recorded_quantity: null })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .returningAll()
      .executeTakeFirst();
    return made ?? null;
  }
  // The recorded change is in force, or was undone.
  const isInForce = subscription.plan.id === paid.plan && subscription.quantity === paid.quantity;
  return await tx
    .updateTable("subscriptions")
    .set({
      ...values,
      version: before.version + 1,
      ...(isInForce ? { recorded_plan: null, recorded_quantity: null } : {}),
    })
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
