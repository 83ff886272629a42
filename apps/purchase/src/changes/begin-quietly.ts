import type { Queryable } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { PurchaseTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { lockSubscription } from "../subscriptions/subscription-store.ts";
import type { SubscriptionRow } from "../subscriptions/subscription-wire.ts";
import { begin, besides, refuseBusy } from "./operations/begin.ts";
import { type Operation, type OperationOf, type RequestKind, subjectOf } from "./operations/operation.ts";

/** Time in which a repeat of a completed change counts as the same request. */
const TWIN_MS = 60 * 1_000;

/** A change of a subscription without a payment. */
interface QuietChange<Name extends string, Request> {
  readonly kind: RequestKind<Name, Request>;
  readonly subscriptionId: string;
  readonly customerId: string;
  readonly request: Request;
  readonly isTwin: (other: Request) => boolean;
  /** True while the result of an earlier equal request is still in force. */
  readonly isStill: (row: SubscriptionRow) => boolean;
  /** True if the subscription already is as requested. */
  readonly isAlready: (row: SubscriptionRow) => boolean;
  /** Refuses forbidden changes. Runs on the locked row. */
  readonly check: (row: SubscriptionRow, live: Operation | null) => void;
  /** More writes in the same transaction. */
  readonly also?: (tx: Queryable<PurchaseTables>) => Promise<void>;
}

/** Records the change before the provider is called. Returns null if there is nothing to do. */
export async function beginQuietly<Name extends string, Request>(
  deps: Deps,
  change: QuietChange<Name, Request>,
): Promise<OperationOf<Name, Request> | null> {
  const { kind, subscriptionId, customerId, request, isTwin, isStill, isAlready, check, also } = change;
  const subject = subjectOf.subscription(subscriptionId);
  const now = deps.clock.now();
  return await begin(deps, {
    kind,
    subject,
    customerId,
    decide: async (tx) => {
      const row = await lockSubscription(tx, subscriptionId);
      if (!row) refuse("object.not_found");
      const { live, twin } = await besides(tx, { kind, subject, isTwin, repeatMs: TWIN_MS, now });
      if (live && twin) return { join: twin };
      if (twin && isStill(row)) return null;
      check(row, live);
      if (isAlready(row)) return null;
      if (live) refuseBusy(live);
      await also?.(tx);
      return { begin: request };
    },
  });
}
