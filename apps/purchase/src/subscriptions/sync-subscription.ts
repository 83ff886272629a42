import { inTransaction, type Queryable } from "@foyer/service-kit/db";
import type { PurchaseTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import type { ProviderInvoice, ProviderSubscription, Unreadable } from "../stripe/payment-gateway.ts";
import { saveEnd, saveSubscription } from "./mirror-store.ts";
import { insertNews } from "./news-store.ts";
import { type PaidState, paidState } from "./paid-state.ts";
import { isEnded, newsOf, type SubscriptionRow } from "./subscription-wire.ts";
import { isPlanKnown, lockSubscription, savePlans, subscriptionById } from "./subscription-store.ts";
import { newsJob } from "./tell-accounts.ts";

type Db = Queryable<PurchaseTables>;
type SyncDeps = Pick<Deps, "clock" | "addJob" | "mirror">;

/** The provider's state, and the version of our row before it was read. */
export interface Fetched {
  readonly subscription: ProviderSubscription;
  readonly invoices: readonly ProviderInvoice[];
  readonly afterVersion: number | null;
}

/** Enough to include the latest paid invoice after several declined and voided ones. */
const INVOICES_READ = 20;
const TRIES = 8;

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1_000);

/** The provider has a known subscription, but its present state cannot be stored. */
export class UnreadableSubscription extends Error {
  readonly status: string;

  constructor(id: string, { status, what }: Unreadable) {
    super(`The subscription ${id} (${what}) is of a kind or quantity that cannot be stored here.`);
    this.name = "UnreadableSubscription";
    this.status = status;
  }
}

/**
 * Reads a subscription and its invoices from the provider. Returns null if it does not exist, or is none of ours.
 *
 * @throws UnreadableSubscription if its state cannot be stored.
 */
export async function fetchSubscription(deps: Deps, id: string): Promise<Fetched | null> {
  const row = await subscriptionById(deps.db, id);
  const [subscription, invoices] = await Promise.all([
    deps.gateway.subscription(id),
    deps.gateway.subscriptionInvoices(id, INVOICES_READ).catch((error: unknown) => {
      // A missing subscription has no invoices. Only its absence matters.
      if (error instanceof Error && "kind" in error && error.kind === "missing") return [];
      throw error;
    }),
  ]);
  if (!subscription) {
    const unreadable = await deps.gateway.unreadableSubscription(id);
    if (unreadable && (row || unreadable.registrationId !== null)) throw new UnreadableSubscription(id, unreadable);
    return null;
  }
  const counting = await deps.mirror.standing(deps.db, subscription, invoices);
  return { subscription, invoices: counting, afterVersion: row?.version ?? null };
}

/**
 * Updates our mirror of a subscription to the provider's current state. If another state was stored since the
 * read, it reads again.
 *
 * @param also runs in the same transaction, with the updated row.
 * @returns the row, or null if the provider does not know the subscription.
 */
export async function syncSubscription(
  deps: Deps,
  id: string,
  also?: (tx: Db, row: SubscriptionRow) => Promise<void>,
): Promise<SubscriptionRow | null> {
  for (let attempt = 1; ; attempt++) {
    const fetched = await fetchSubscription(deps, id).catch((error: unknown) => endOf(deps, id, error));
    if (!fetched || !("subscription" in fetched)) return fetched;
    const applied = await inTransaction(deps.db, (tx) => applyFetched(deps, tx, fetched, also));
    if (applied) return applied;
    if (attempt >= TRIES) throw new Error(`subscription ${id} changes faster than it can be read`);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 50 * attempt));
  }
}

/** Stores the end of a subscription that cannot be read otherwise, so that its license ends. */
async function endOf(deps: SyncDeps & Pick<Deps, "db">, id: string, error: unknown): Promise<SubscriptionRow> {
  if (!(error instanceof UnreadableSubscription) || !isEnded(error.status)) throw error;
  return await inTransaction(deps.db, async (tx) => {
    const before = await lockSubscription(tx, id);
    if (!before) throw error;
    const row = await saveEnd(tx, before, error.status, deps.clock.now());
    await recordNews(deps, tx, before, row);
    await deps.mirror.onState(tx, before, row);
    return row;
  });
}

/** Stores a fetched state. Returns null if another state was stored since it was read. */
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
  const row = await saveSubscription(tx, { subscription, invoices, before, paid }, deps.clock.now());
  if (!row) return null;
  if (!wasGivenUp(fetched, before)) await recordNews(deps, tx, before, row, invoices);
  await deps.mirror.onState(tx, before, row);
  await also?.(tx, row);
  return row;
}

/** True for a purchase that ended without a payment. Its license never existed, so its end is not reported. */
function wasGivenUp({ subscription, invoices }: Fetched, before: SubscriptionRow | null): boolean {
  const isBegunHere = subscription.operationId !== null && (before?.sequence ?? 0) === 0;
  return isBegunHere && isEnded(subscription.status) && invoices.every(({ status }) => status !== "paid");
}

export function paidOf(row: SubscriptionRow): PaidState {
  return {
    plan: row.paid_plan,
    quantity: row.paid_quantity,
    from: secondsOf(row.paid_from),
    until: secondsOf(row.paid_until),
  };
}

/** An old invoice may name an unknown plan. Then the currently billed plan is used. */
async function knownPlan(tx: Db, paid: PaidState, subscription: ProviderSubscription): Promise<PaidState> {
  return paid.plan === subscription.plan.id || (await isPlanKnown(tx, paid.plan))
    ? paid
    : { ...paid, plan: subscription.plan.id };
}

/** Queues the changed state for the accounts service. Does nothing if the news would be the same. */
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
  await insertNews(tx, row, { body: news, cause, now: deps.clock.now() });
  await deps.addJob(tx, newsJob, { subscriptionId: row.id }, { key: `news:${row.id}` });
}
