import { unixSecondsOf } from "@foyer/contract/wire-values";
import type { Drift } from "../db/purchase-schema.ts";
import type { PurchaseDeps } from "../purchase-deps.ts";
import { dueOperations } from "../operations/operation-store.ts";
import { runOperation } from "../operations/run-operation.ts";
import { subscriptionById } from "../subscriptions/subscription-store.ts";
import type { SubscriptionRow } from "../subscriptions/subscription-wire.ts";
import { fetchSubscription, paidOf, syncSubscription } from "../subscriptions/sync-subscription.ts";
import { paidState } from "../subscriptions/paid-state.ts";
import { storeEvent } from "../webhooks/take-event.ts";

export interface Reconciliation {
  readonly checked: number;
  readonly drift: readonly Drift[];
  /** Changes whose outcome is still open. */
  readonly openOperations: number;
  readonly repaired: boolean;
}

/** Subscriptions that are compared at once. */
const AT_ONCE = 8;

const EVENTS = "events";
/** Events may be listed a little after they happened. */
const OVERLAP_SECONDS = 300;
const EVENTS_KEPT_SECONDS = 29 * 86_400;

/** Takes the events that never arrived: every one since the last look. */
export async function catchUpEvents(deps: PurchaseDeps): Promise<number> {
  const { kysely } = deps.database;
  const now = deps.clock.now();
  const reached = await kysely.selectFrom("progress").selectAll().where("name", "=", EVENTS).executeTakeFirst();
  const oldest = unixSecondsOf(now) - EVENTS_KEPT_SECONDS;
  const since = reached ? Math.max(oldest, unixSecondsOf(reached.reached_at) - OVERLAP_SECONDS) : oldest;
  const events = await deps.gateway.eventsSince(since);
  let stored = 0;
  for (const event of events) if (await storeEvent(deps, event)) stored += 1;
  await kysely
    .insertInto("progress")
    .values({ name: EVENTS, reached_at: now })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ reached_at: now }))
    .execute();
  return stored;
}

/** Goes on with changes whose worker died or whose answer got lost. */
export async function resumeOperations(deps: PurchaseDeps): Promise<void> {
  for (const id of await dueOperations(deps.database.kysely, deps.clock.now())) await runOperation(deps, id);
}

function differences(
  id: string,
  row: SubscriptionRow,
  fetched: NonNullable<Awaited<ReturnType<typeof fetchSubscription>>>,
): Drift[] {
  const { subscription, invoices } = fetched;
  const paid = paidState(subscription, invoices, paidOf(row));
  const pairs: readonly [string, string | number | boolean, string | number | boolean][] = [
    ["status", row.status, subscription.status],
    ["plan", row.provider_plan, subscription.plan.id],
    ["quantity", row.provider_quantity, subscription.quantity],
    ["period_end", unixSecondsOf(row.period_end), subscription.periodEnd],
    ["cancel_at_period_end", row.cancel_at_period_end, subscription.willCancel],
    ["paid_plan", row.paid_plan, paid.plan],
    ["paid_quantity", row.paid_quantity, paid.quantity],
    ["paid_until", unixSecondsOf(row.paid_until), paid.until],
  ];
  return pairs
    .filter(([, here, provider]) => here !== provider)
    .map(([what, here, provider]) => ({ subscription: id, what, here: String(here), provider: String(provider) }));
}

/** Compares one subscription with the provider's, and takes the provider's state over unless this is a dry run. */
async function compare(deps: PurchaseDeps, id: string, dryRun: boolean): Promise<Drift[]> {
  const fetched = await fetchSubscription(deps, id);
  const row = await subscriptionById(deps.database.kysely, id);
  if (!fetched || !row) return [{ subscription: id, what: "existence", here: "there", provider: "not there" }];
  const drift = differences(id, row, fetched);
  if (drift.length > 0 && !dryRun) await syncSubscription(deps, id);
  return drift;
}

/** Compares everything with the provider. A dry run says what differs and changes nothing. */
async function compareAll(deps: PurchaseDeps, dryRun: boolean): Promise<Reconciliation> {
  const { kysely } = deps.database;
  if (!dryRun) {
    await resumeOperations(deps);
    await catchUpEvents(deps);
  }
  const rows = await kysely.selectFrom("subscriptions").select("id").orderBy("id").execute();
  const drift: Drift[] = [];
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    const some = rows.slice(start, start + AT_ONCE);
    drift.push(...(await Promise.all(some.map(({ id }) => compare(deps, id, dryRun)))).flat());
  }
  const open = await kysely
    .selectFrom("operations")
    .select("id")
    .where("state", "in", ["pending", "unknown", "waiting"])
    .execute();
  return { checked: rows.length, drift, openOperations: open.length, repaired: !dryRun && drift.length > 0 };
}

/** The comparison of everything, kept with what it found. */
export async function reconcile(
  deps: PurchaseDeps,
  { dryRun, askedBy }: { readonly dryRun: boolean; readonly askedBy: "command" | "staff" },
): Promise<Reconciliation> {
  const { kysely } = deps.database;
  const run = { started_at: deps.clock.now(), asked_by: askedBy, dry_run: dryRun };
  try {
    const done = await compareAll(deps, dryRun);
    const found = { checked: done.checked, drift: JSON.stringify(done.drift), error: null };
    await kysely
      .insertInto("reconciler_runs")
      .values({ ...run, ...found })
      .execute();
    return done;
  } catch (error) {
    const failed = { checked: 0, drift: "[]", error: error instanceof Error ? error.message : String(error) };
    await kysely
      .insertInto("reconciler_runs")
      .values({ ...run, ...failed })
      .execute();
    throw error;
  }
}
