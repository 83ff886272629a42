import { inTransaction, sqlState } from "@foyer/service-kit/db";
import type { Transaction } from "kysely";
import type { PurchaseSchema } from "../db/purchase-schema.ts";
import type { PurchaseDeps } from "../purchase-deps.ts";
import { refuseBusy } from "../subscriptions/begin-operation.ts";
import type { Operation, OperationOf, RequestKind } from "./operation.ts";
import { insertOperation, latestOperation, liveOperation } from "./operation-store.ts";

/** Equal for requests that are the same to whoever repeats one. */
interface Twin {
  readonly twin?: string;
}

export interface Joined<Name extends string, Request extends Twin> {
  readonly kind: RequestKind<Name, Request>;
  /** What must not be changed twice at once: `license:<id>`, `invoice:<id>`. */
  readonly subject: string;
  readonly customerId: string;
  readonly request: Request & { readonly twin: string };
  /** How long one that is done answers a repeat too. */
  readonly repeatMs: number;
  /** Refuses what may not be begun; not asked of a repeat. */
  readonly check?: (tx: Transaction<PurchaseSchema>) => Promise<void>;
}

/**
 * Records what the provider is about to be asked. A request equal to one that is being worked on, or was done a moment
 * ago, joins it; another one of the same subject is refused until that is over.
 */
export async function beginJoined<Name extends string, Request extends Twin>(
  deps: PurchaseDeps,
  wanted: Joined<Name, Request>,
): Promise<OperationOf<Name, Request>> {
  const { kind, subject, customerId, request, repeatMs, check } = wanted;
  const now = deps.clock.now();
  const twinOf = (one: Operation | null): OperationOf<Name, Request> | null => {
    const own = kind.of(one);
    return own?.request.twin === request.twin ? own : null;
  };
  const begin = (): Promise<OperationOf<Name, Request>> =>
    inTransaction(deps.database.kysely, async (tx) => {
      const live = await liveOperation(tx, subject);
      const joined = twinOf(live);
      if (joined) return joined;
      if (live) refuseBusy(live);
      const latest = twinOf(await latestOperation(tx, subject));
      if (latest?.state === "done" && isFresh(latest, now, repeatMs)) return latest;
      await check?.(tx);
      return await insertOperation(tx, kind, { subject, customerId, request, now });
    });
  try {
    return await begin();
  } catch (error) {
    // Somebody was a moment faster: joined if it asks for the same.
    if (sqlState(error) !== "23505") throw error;
    return await begin();
  }
}

function isFresh({ finished_at: finishedAt }: Pick<Operation, "finished_at">, now: Date, forMs: number): boolean {
  return finishedAt !== null && now.getTime() - finishedAt.getTime() < forMs;
}
