import { inTransaction, sqlState } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { OperationKind, OperationRequest } from "../db/purchase-schema.ts";
import { insertOperation, latestOperation, liveOperation, type Operation } from "../operations/operation-store.ts";
import type { PurchaseDeps } from "../purchase-deps.ts";
import { unstageQuotes } from "../quotes/quote-store.ts";
import { inForceOf, isSame } from "./change-rules.ts";
import { lockSubscription } from "./subscription-store.ts";
import { recordedChange, type SubscriptionRow } from "./subscription-wire.ts";

/** How long a repeat of a change that was just made counts as the same request. */
const TWIN_MS = 60 * 1_000;

/** Refuses while another change of the same subscription is under way. */
export function refuseBusy(live?: Operation): never {
  refuse("subscription.forbidden", {
    message:
      live?.state === "waiting"
        ? "A change waits for your bank to confirm the payment. Complete it or give it up first."
        : "A change of this subscription is being finished. Try again in a moment.",
  });
}

export interface Beginning {
  readonly subscriptionId: string;
  readonly customerId: string;
  readonly kind: OperationKind;
  readonly request: OperationRequest;
  /** Refuses what the rules forbid, on the locked row. */
  readonly check: (row: SubscriptionRow, live: Operation | null) => void;
  /** True where the subscription is as asked for: nothing is to be done. */
  readonly isAlready: (row: SubscriptionRow) => boolean;
}

/** The same request: twenty of them make one change. */
function isTwin(operation: Operation | null, { kind, request }: Beginning): operation is Operation {
  if (operation?.kind !== kind) return false;
  if (kind === "auto_renewal") return operation.request.cancelAtPeriodEnd === request.cancelAtPeriodEnd;
  return isSame(request, operation.request);
}

/**
 * Records a change before the provider is asked; null where nothing is to be done. A request equal to the one that is
 * being worked on, or that was done a moment ago, joins it.
 */
export async function beginOperation(deps: PurchaseDeps, beginning: Beginning): Promise<Operation | null> {
  const { subscriptionId, customerId, kind, request, check, isAlready } = beginning;
  const now = deps.clock.now();
  return await inTransaction(deps.database.kysely, async (tx) => {
    const row = await lockSubscription(tx, subscriptionId);
    if (!row) refuse("object.not_found");
    const live = await liveOperation(tx, subscriptionId);
    if (isTwin(live, beginning)) return live;
    const latest = await latestOperation(tx, subscriptionId);
    if (isTwin(latest, beginning) && isFresh(latest, now) && isStill(row, latest)) return null;
    check(row, live);
    if (isAlready(row)) return null;
    if (live) refuseBusy(live);
    if (kind === "record") await unstageQuotes(tx, subscriptionId);
    return await insertOperation(tx, { kind, subscriptionId, customerId, request, now });
  }).catch((error: unknown) => {
    // One live change at a time: the other one came first.
    if (sqlState(error) === "23505") refuseBusy();
    throw error;
  });
}

function isFresh({ state, finished_at: finishedAt }: Operation, now: Date): boolean {
  return state === "done" && finishedAt !== null && now.getTime() - finishedAt.getTime() < TWIN_MS;
}

/** Whether what that operation made is still so. */
function isStill(row: SubscriptionRow, { kind, request }: Operation): boolean {
  if (kind === "auto_renewal") return row.cancel_at_period_end === request.cancelAtPeriodEnd;
  return isSame(request, recordedChange(row)) || isSame(request, inForceOf(row));
}
