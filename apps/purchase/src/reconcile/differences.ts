import { unixSecondsOf } from "@foyer/contract/wire-values";
import type { Drift } from "../db/schema.ts";
import { paidState } from "../subscriptions/paid-state.ts";
import type { SubscriptionRow } from "../subscriptions/subscription-wire.ts";
import { type Fetched, paidOf } from "../subscriptions/sync-subscription.ts";

/** The fields of a subscription that are compared with the provider's. */
type Compared = Readonly<Record<string, string | number | boolean>>;

export function stateOf(row: SubscriptionRow): Compared {
  return {
    license: row.registration_id ?? "",
    status: row.status,
    plan: row.provider_plan,
    quantity: row.provider_quantity,
    period_end: unixSecondsOf(row.period_end),
    cancel_at_period_end: row.cancel_at_period_end,
    paid_plan: row.paid_plan,
    paid_quantity: row.paid_quantity,
    paid_until: unixSecondsOf(row.paid_until),
    tax_exempt: row.tax_exempt,
    discount: row.discount?.id ?? "",
  };
}

/** Returns the provider's state in the same form. */
export function fetchedState(row: SubscriptionRow, { subscription, invoices }: Fetched): Compared {
  const paid = paidState(subscription, invoices, paidOf(row));
  return {
    license: subscription.registrationId ?? row.registration_id ?? "",
    status: subscription.status,
    plan: subscription.plan.id,
    quantity: subscription.quantity,
    period_end: subscription.periodEnd,
    cancel_at_period_end: subscription.willCancel,
    paid_plan: paid.plan,
    paid_quantity: paid.quantity,
    paid_until: paid.until,
    tax_exempt: subscription.taxExempt ?? row.tax_exempt,
    discount: subscription.discount?.id ?? "",
  };
}

export function differences(id: string, ours: Compared, provider: Compared): Drift[] {
  return Object.entries(ours)
    .filter(([what, here]) => here !== provider[what])
    .map(([what, here]) => ({ subscription: id, what, here: String(here), provider: String(provider[what]) }));
}
