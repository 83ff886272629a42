import { inTransaction, sqlState } from "@foyer/service-kit/db";
import type { Transaction } from "kysely";
import type { OperationKind, OperationRequest, PurchaseSchema } from "../db/purchase-schema.ts";
import type { PurchaseDeps } from "../purchase-deps.ts";
import { refuseBusy } from "../subscriptions/begin-operation.ts";
import { insertOperation, latestOperation, liveOperation, type Operation } from "./operation-store.ts";

export interface Joined {
  readonly kind: OperationKind;
  /** What must not be changed twice at once: `license:<id>`, `invoice:<id>`. */
  readonly subject: string;
  readonly customerId: string;
  readonly request: OperationRequest & { readonly twin: string };
  /** How long one that is done answers a repeat too. */
  readonly repeatMs: number;
  /** Refuses what may not be begun; not asked of a repeat. */
  readonly check?: (tx: Transaction<PurchaseSchema>) => Promise<void>;
}

/**
 * Records what the provider is about to be asked. A request equal to one that is being worked on, or was done a moment
 * ago, joins it; another one of the same subject is refused until that is over.
 */
export async function beginJoined(deps: PurchaseDeps, wanted: Joined): Promise<Operation> {
  const { kind, subject: subscriptionId, customerId, request, repeatMs, check } = wanted;
  const now = deps.clock.now();
  const isTwin = (one: Operation | null): one is Operation => one?.kind === kind && one.request.twin === request.twin;
  const begin = (): Promise<Operation> =>
    inTransaction(deps.database.kysely, async (tx) => {
      const live = await liveOperation(tx, subscriptionId);
      if (isTwin(live)) return live;
      if (live) refuseBusy(live);
      const latest = await latestOperation(tx, subscriptionId);
      if (isTwin(latest) && latest.state === "done" && isFresh(latest, now, repeatMs)) return latest;
      await check?.(tx);
      return await insertOperation(tx, { kind, subscriptionId, customerId, request, now });
    });
  try {
    return await begin();
  } catch (error) {
    // Somebody was a moment faster: joined if it asks for the same.
    if (sqlState(error) !== "23505") throw error;
    return await begin();
  }
}

function isFresh({ finished_at: finishedAt }: Operation, now: Date, forMs: number): boolean {
  return finishedAt !== null && now.getTime() - finishedAt.getTime() < forMs;
}
