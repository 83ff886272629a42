import { inTransaction, type Queryable, sqlState } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { type Operation, type OperationOf, type RequestKind, subjectOf } from "../operations/operation.ts";
import { insertOperation, latestOperation, liveOperation } from "../operations/operation-store.ts";
import type { PurchaseSchema } from "../db/purchase-schema.ts";
import type { PurchaseDeps } from "../purchase-deps.ts";
import { lockSubscription } from "./subscription-store.ts";
import type { SubscriptionRow } from "./subscription-wire.ts";

/** How long a repeat of a change that was just made counts as the same request. */
const TWIN_MS = 60 * 1_000;

/** Refuses while another change of the same subscription is under way. */
export function refuseBusy(live?: Pick<Operation, "state">): never {
  refuse("subscription.forbidden", {
    message:
      live?.state === "waiting"
        ? "A change waits for your bank to confirm the payment. Complete it or give it up first."
        : "A change of this subscription is being finished. Try again in a moment.",
  });
}

export interface Beginning<Name extends string, Request> {
  readonly subscriptionId: string;
  readonly customerId: string;
  readonly kind: RequestKind<Name, Request>;
  readonly request: Request;
  /** Refuses what the rules forbid, on the locked row. */
  readonly check: (row: SubscriptionRow, live: Operation | null) => void;
  /** True where the subscription is as asked for: nothing is to be done. */
  readonly isAlready: (row: SubscriptionRow) => boolean;
  /** The same request: twenty of them make one change. */
  readonly isTwin: (other: Request) => boolean;
  /** Whether what such a request made is still so. */
  readonly isStill: (row: SubscriptionRow) => boolean;
  /** What goes with the beginning. */
  readonly also?: (tx: Queryable<PurchaseSchema>) => Promise<void>;
}

/**
 * Records a change before the provider is asked; null where nothing is to be done. A request equal to the one that is
 * being worked on, or that was done a moment ago, joins it.
 */
export async function beginOperation<Name extends string, Request>(
  deps: PurchaseDeps,
  beginning: Beginning<Name, Request>,
): Promise<OperationOf<Name, Request> | null> {
  const { subscriptionId, customerId, kind, request, check, isAlready, isTwin, isStill, also } = beginning;
  const subject = subjectOf.subscription(subscriptionId);
  const twinOf = (one: Operation | null): OperationOf<Name, Request> | null => {
    const own = kind.of(one);
    return own && isTwin(own.request) ? own : null;
  };
  const now = deps.clock.now();
  return await inTransaction(deps.database.kysely, async (tx) => {
    const row = await lockSubscription(tx, subscriptionId);
    if (!row) refuse("object.not_found");
    const live = await liveOperation(tx, subject);
    const joined = twinOf(live);
    if (joined) return joined;
    const latest = twinOf(await latestOperation(tx, subject));
    if (latest && isFresh(latest, now) && isStill(row)) return null;
    check(row, live);
    if (isAlready(row)) return null;
    if (live) refuseBusy(live);
    await also?.(tx);
    return await insertOperation(tx, kind, { subject, customerId, request, now });
  }).catch((error: unknown) => {
    // One live change at a time: the other one came first.
    if (sqlState(error) === "23505") refuseBusy();
    throw error;
  });
}

function isFresh({ state, finished_at: finishedAt }: Pick<Operation, "state" | "finished_at">, now: Date): boolean {
  return state === "done" && finishedAt !== null && now.getTime() - finishedAt.getTime() < TWIN_MS;
}
