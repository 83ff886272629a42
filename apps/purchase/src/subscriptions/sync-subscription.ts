import { inTransaction, type Queryable } from "@foyer/service-kit/db";
import type { PurchaseSchema } from "../db/purchase-schema.ts";
import type { PurchaseDeps } from "../purchase-deps.ts";
import type { ProviderInvoice, ProviderSubscription } from "../stripe/payment-gateway.ts";
import { newsJob } from "./tell-accounts.ts";
import { type PaidState, paidState } from "./paid-state.ts";
import { newsOf } from "./subscription-news.ts";
import { lockSubscription, savePlans, subscriptionById } from "./subscription-store.ts";
import type { SubscriptionRow } from "./subscription-wire.ts";

type Db = Queryable<PurchaseSchema>;
type SyncDeps = Pick<PurchaseDeps, "clock" | "addJob" | "mirror">;

/** What was read from the provider, and which state of ours it was read after. */
export interface Fetched {
  readonly subscription: ProviderSubscription;
  readonly invoices: readonly ProviderInvoice[];
  readonly afterVersion: number | null;
}

/** Enough for the latest paid one to be among them, behind a row of declined and voided ones. */
const INVOICES_READ = 20;
const TRIES = 8;

const atSeconds = (seconds: number): Date => new Date(seconds * 1_000);
const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1_000);

/** Reads a subscription and its invoices from the provider; null when it is not there. */
export async function fetchSubscription(deps: PurchaseDeps, id: string): Promise<Fetched | null> {
  const row = await subscriptionById(deps.database.kysely, id);
  const [subscription, invoices] = await Promise.all([
    deps.gateway.subscription(id),
    deps.gateway.subscriptionInvoices(id, INVOICES_READ).catch((error: unknown) => {
      // Without the subscription there are no invoices either, and its absence is what counts.
      if (error instanceof Error && "kind" in error && error.kind === "missing") return [];
      throw error;
    }),
  ]);
  if (!subscription) return null;
  const counting = await deps.mirror.standing(deps.database.kysely, subscription, invoices);
  return { subscription, invoices: counting, afterVersion: row?.version ?? null };
}

/**
 * Makes our mirror of a subscription what the provider says it is now, whatever came before or comes late:
 * a state that was read before another one was applied is read again.
 *
 * @param also runs in the same transaction, with the row as it is now.
 * @returns the row, or null when the provider does not know the subscription.
 */
export async function syncSubscription(
  deps: PurchaseDeps,
  id: string,
  also?: (tx: Db, row: SubscriptionRow) => Promise<void>,
): Promise<SubscriptionRow | null> {
  for (let attempt = 1; ; attempt++) {
    const fetched = await fetchSubscription(deps, id);
    if (!fetched) return null;
    const applied = await inTransaction(deps.database.kysely, (tx) => applyFetched(deps, tx, fetched, also));
    if (applied) return applied;
    if (attempt >= TRIES) throw new Error(`subscription ${id} changes faster than it can be read`);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 50 * attempt));
  }
}

/** Null when another state was applied since this one was read. */
export async function applyFetched(
  deps: SyncDeps,
  tx: Db,
  fetched: Fetched,
  also: ((tx: Db, row: SubscriptionRow) => Promise<void>) | undefined,
): Promise<SubscriptionRow | null> {
  const { subscription, invoices, afterVersion } = fetched;
  const before = await lockSubscription(tx, subscription.id);
  if ((before?.version ?? null) !== afterVersion) return null;
  await savePlans(tx, [subscription.plan]);
  const paid = await knownPlan(tx, paidState(subscription, invoices, before && paidOf(before)), subscription);
  const row = await saveSubscription(deps, tx, { subscription, invoices, before, paid });
  if (!row) return null;
  await recordNews(deps, tx, before, row, invoices);
  await deps.mirror.onState(tx, before, row);
  await also?.(tx, row);
  return row;
}

export function paidOf(row: SubscriptionRow): PaidState {
  return {
    plan: row.paid_plan,
    quantity: row.paid_quantity,
    from: secondsOf(row.paid_from),
    until: secondsOf(row.paid_until),
  };
}

/** An old invoice may name a plan that was never seen here; then what the provider bills now has to do. */
async function knownPlan(tx: Db, paid: PaidState, subscription: ProviderSubscription): Promise<PaidState> {
  const known = await tx.selectFrom("plans").select("id").where("id", "=", paid.plan).executeTakeFirst();
  return known ? paid : { ...paid, plan: subscription.plan.id };
}

/** The unpaid invoice of a period; a change that waits to be paid is none. */
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

function valuesOf({ subscription, invoices, before, paid }: TakenState, now: Date) {
  return {
    customer_id: subscription.customerId,
    registration_id: subscription.registrationId,
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
    created_at: atSeconds(subscription.created),
    // Time does not go back for who hears of it.
    object_time: before && before.object_time > now ? before.object_time : now,
    synced_at: now,
  };
}

/** Null when another caller has made the row first. */
async function saveSubscription(deps: SyncDeps, tx: Db, state: TakenState): Promise<SubscriptionRow | null> {
  const { subscription, before, paid } = state;
  const values = valuesOf(state, deps.clock.now());
  if (!before) {
    const made = await tx
      .insertInto("subscriptions")
      .values({ id: subscription.id, ...values, recorded_plan: null, recorded_quantity: null })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .returningAll()
      .executeTakeFirst();
    return made ?? null;
  }
  // What was recorded is in force, or was taken back.
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

/** Queues what changed for the accounts service; nothing where it would hear what it knows. */
export async function recordNews(
  deps: SyncDeps,
  tx: Db,
  before: SubscriptionRow | null,
  row: SubscriptionRow,
  invoices: readonly ProviderInvoice[] = [],
): Promise<void> {
  const news = newsOf(row);
  if (!news) return;
  const told = before && before.sequence > 0 ? newsOf(before) : null;
  if (told && JSON.stringify(told) === JSON.stringify(news)) return;
  const cause = told && (await deps.mirror.causeOf(tx, { before: told, after: news, invoices }));
  const sequence = row.sequence + 1;
  await tx.updateTable("subscriptions").set({ sequence }).where("id", "=", row.id).execute();
  await tx
    .insertInto("news")
    .values({
      subscription_id: row.id,
      sequence,
      object_time: row.object_time,
      body: JSON.stringify(news),
      cause: cause && JSON.stringify(cause),
      created_at: deps.clock.now(),
      sent_at: null,
    })
    .execute();
  await deps.addJob(tx, newsJob, { subscriptionId: row.id }, { key: `news:${row.id}` });
}
