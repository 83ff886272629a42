import type { Repair } from "@foyer/contract/staff-wire";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { insertAct } from "@foyer/service-kit/staff-acts";
import type { Deps } from "../deps.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import { lockSubscription, subscriptionById } from "../subscriptions/subscription-store.ts";
import type { SubscriptionRow } from "../subscriptions/subscription-wire.ts";
import {
  applyFetched,
  fetchSubscription,
  recordNews,
  syncSubscription,
  UnreadableSubscription,
} from "../subscriptions/sync-subscription.ts";
import { type Told, tellAccountsNow } from "../subscriptions/tell-accounts.ts";
import { previewed, type RepairInput } from "./repair.ts";

function snapshotOf(row: SubscriptionRow | null): Record<string, unknown> | null {
  if (!row) return null;
  return {
    status: row.status,
    plan: row.paid_plan,
    quantity: row.paid_quantity,
    paid_until: row.paid_until.toISOString(),
    provider_plan: row.provider_plan,
    provider_quantity: row.provider_quantity,
    period_end: row.period_end.toISOString(),
    cancel_at_period_end: row.cancel_at_period_end,
    open_invoice: row.open_invoice,
  };
}

/** Thrown to roll back a preview. */
class Previewed extends Error {}

/** Returns our state as it would be after a resync. */
async function stateAfter(deps: Deps, id: string): Promise<SubscriptionRow | null> {
  const fetched = await orRefuse(() => fetchSubscription(deps, id)).catch(refuseUnreadable);
  if (!fetched) refuse("object.not_found");
  let seen: SubscriptionRow | null = null;
  await inTransaction(deps.db, async (tx) => {
    seen = await applyFetched(deps, tx, fetched, undefined);
    throw new Previewed();
  }).catch((error: unknown) => {
    if (!(error instanceof Previewed)) throw error;
  });
  return seen;
}

/** Reads a subscription from the provider, and reports it to the accounts service even if nothing has changed. */
export async function staffResync(
  deps: Deps,
  staff: Person,
  id: string,
  { reason, preview = false }: RepairInput,
): Promise<Repair> {
  const { db } = deps;
  const before = snapshotOf(await subscriptionById(db, id));
  if (preview) return previewed(before, snapshotOf(await stateAfter(deps, id)));
  const row = await orRefuse(() => syncSubscription(deps, id)).catch(refuseUnreadable);
  if (!row) refuse("object.not_found");
  const after = snapshotOf(row);
  await inTransaction(db, async (tx) => {
    const now = await lockSubscription(tx, id);
    if (now) await recordNews(deps, tx, null, now);
    const act = { staff: staff.username, act: "subscription.resync", target: `subscription:${id}`, reason, before };
    await insertAct(tx, { at: deps.clock.now(), ...act, after });
  });
  const told = await tellAccountsNow(deps, id);
  const isOther = JSON.stringify(before) !== JSON.stringify(after);
  const applied = isOther || told?.changed === true;
  return { status: "success", applied, before, after, ...noteOf(row, told, applied) };
}

const refuseUnreadable = (error: unknown): never => {
  if (error instanceof UnreadableSubscription)
    refuse("subscription.forbidden", { reason: "unreadable", facts: { fault: error.message } });
  throw error;
};

const NOTHING = "Nothing changed: this service and the license already had the provider's state.";
const NO_LICENSE = "The subscription names no license (metadata registration_id), so there is no license to change.";
const LATER = "The accounts service does not answer. It is told as soon as it does.";
const REFUSED = "The license did not change. The accounts service refuses the state, which waits in the machine room:";

/** Facts for staff in addition to the changed fields. */
function noteOf(row: SubscriptionRow, told: Told | null, applied: boolean): { note?: string } {
  if (row.registration_id === null) return { note: NO_LICENSE };
  if (!told) return { note: LATER };
  if (told.refusal !== null) return { note: `${REFUSED} ${told.refusal}` };
  return applied ? {} : { note: NOTHING };
}
