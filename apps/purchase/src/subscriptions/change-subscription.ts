import type { Subscription } from "@foyer/contract/subscription-wire";
import type { ProrationBehavior } from "@foyer/domain/billing-cycle";
import { namedPlan } from "../catalogue/plans.ts";
import { liveOperation } from "../operations/operation-store.ts";
import { awaitOperation, refuseUnlessDone } from "../operations/run-operation.ts";
import type { PurchaseDeps } from "../purchase-deps.ts";
import { quoteFor } from "../quotes/hold-quote.ts";
import { stageChange } from "../quotes/quote-store.ts";
import { beginOperation, refuseBusy } from "./begin-operation.ts";
import { isSame, refuseChange, refuseEnded, type WantedChange } from "./change-rules.ts";
import { isChangeWaiting, reachSubscription } from "./reach-subscription.ts";
import { readSubscription } from "./read-subscription.ts";
import { recordedChange } from "./subscription-wire.ts";
import { tellAccountsNow } from "./tell-accounts.ts";

const STAGED_MS = 3_600 * 1_000;

export interface ChangeInput {
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly wanted: WantedChange;
  readonly behavior: ProrationBehavior;
  readonly quote: string | undefined;
  /** Account name of who asks for it. */
  readonly by: string;
}

/** Changes plan or quantity: recorded for the next period, or staged until it is paid. */
export async function changeSubscription(deps: PurchaseDeps, input: ChangeInput): Promise<Subscription> {
  await isChangeWaiting(deps, input.subscriptionId);
  await (input.behavior === "none" ? recordNow(deps, input) : stageNow(deps, input));
  return await readSubscription(deps, input.customerId, input.subscriptionId);
}

async function stageNow(deps: PurchaseDeps, { customerId, subscriptionId, wanted, quote }: ChangeInput): Promise<void> {
  const held = await reachSubscription(deps, customerId, subscriptionId);
  const to = await namedPlan(deps, wanted.plan, held.row.paid_plan);
  const live = await liveOperation(deps.database.kysely, subscriptionId);
  const now = deps.clock.now();
  // Being carried out just now, by a request like this one: it will answer both.
  if (live && live.state !== "waiting" && live.kind === "charge" && isSame(wanted, live.request)) return;
  refuseChange(held.row, wanted, "create_prorations", { now, isWaiting: live?.state === "waiting" });
  if (live) refuseBusy(live);
  const { id: quoteId } = await quoteFor(deps, held, to, wanted, quote);
  await stageChange(deps.database.kysely, {
    subscriptionId,
    ...wanted,
    quoteId,
    stagedAt: now,
    expiresAt: new Date(now.getTime() + STAGED_MS),
  });
}

async function recordNow(deps: PurchaseDeps, { customerId, subscriptionId, wanted, by }: ChangeInput): Promise<void> {
  const held = await reachSubscription(deps, customerId, subscriptionId);
  await namedPlan(deps, wanted.plan, held.row.paid_plan);
  const begun = await beginOperation(deps, {
    subscriptionId,
    customerId,
    kind: "record",
    request: { ...wanted, by },
    check: (row, live) => {
      const now = deps.clock.now();
      refuseChange(row, wanted, "none", { now, isWaiting: live?.state === "waiting" });
    },
    isAlready: (row) => isSame(wanted, recordedChange(row)),
  });
  if (!begun) return;
  refuseUnlessDone(await awaitOperation(deps, begun.id));
  await tellAccountsNow(deps, subscriptionId);
}

/** Turns auto-renewal off or on. */
export async function setAutoRenewal(
  deps: PurchaseDeps,
  input: {
    readonly customerId: string;
    readonly subscriptionId: string;
    readonly cancelAtPeriodEnd: boolean;
    readonly by: string;
  },
): Promise<Subscription> {
  const { customerId, subscriptionId, cancelAtPeriodEnd, by } = input;
  await reachSubscription(deps, customerId, subscriptionId);
  const begun = await beginOperation(deps, {
    subscriptionId,
    customerId,
    kind: "auto_renewal",
    request: { plan: "", quantity: 0, cancelAtPeriodEnd, by },
    check: refuseEnded,
    isAlready: (row) => row.cancel_at_period_end === cancelAtPeriodEnd,
  });
  if (begun) {
    refuseUnlessDone(await awaitOperation(deps, begun.id));
    await tellAccountsNow(deps, subscriptionId);
  }
  return await readSubscription(deps, customerId, subscriptionId);
}
