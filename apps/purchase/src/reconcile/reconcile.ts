import { isOutage } from "@foyer/service-kit/db";
import type { ReconcilerRun } from "@foyer/contract/staff-wire";
import { unixSecondsOf } from "@foyer/contract/wire-values";
import { defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import { z } from "zod";
import { knownKinds } from "../changes/operations/kinds.ts";
import { countLive, dueOperations } from "../changes/operations/operation-store.ts";
import type { Operation } from "../changes/operations/operation.ts";
import { runOperation } from "../changes/operations/run-operation.ts";
import type { Drift } from "../db/schema.ts";
import { eachApart, inBatches } from "../in-batches.ts";
import type { Deps } from "../deps.ts";
import { subscriptionById, subscriptionIds } from "../subscriptions/subscription-store.ts";
import { isEnded } from "../subscriptions/subscription-wire.ts";
import { fetchSubscription, syncSubscription, UnreadableSubscription } from "../subscriptions/sync-subscription.ts";
import { storeEvent } from "../webhooks/take-provider-event.ts";
import { differences, fetchedState, stateOf } from "./differences.ts";
import {
  beginRun,
  readProgress,
  reasonOf,
  recordedRun,
  type RunResult,
  saveProgress,
  type Unmended,
} from "./run-store.ts";

export interface Reconciliation {
  readonly checked: number;
  readonly drift: readonly Drift[];
  /** Subscriptions that could not be compared. */
  readonly setAside: readonly Unmended[];
  /** Changes with an open outcome. */
  readonly openOperations: number;
  readonly repaired: boolean;
}

type AskedBy = ReconcilerRun["asked_by"];

const EXISTENCE = "existence";
export const UNKNOWN_THERE = "The provider does not know it.";

const EVENTS = "events";
/** The provider may list events a little after they happened. */
const OVERLAP_SECONDS = 300;
const EVENTS_KEPT_SECONDS = 29 * 86_400;

/** Processes all events since the last run, which finds those that never arrived. */
export async function catchUpEvents(deps: Deps, askedBy: AskedBy = "sweep"): Promise<void> {
  await recordedRun(deps, { what: "events", askedBy }, () => takeMissedEvents(deps));
}

async function takeMissedEvents(deps: Deps): Promise<RunResult> {
  const { db } = deps;
  const now = deps.clock.now();
  const reached = await readProgress(db, EVENTS);
  const oldest = unixSecondsOf(now) - EVENTS_KEPT_SECONDS;
  // A clock that was set back makes new events older than what was reached.
  const from = reached && Math.min(unixSecondsOf(reached), unixSecondsOf(now)) - OVERLAP_SECONDS;
  const events = await deps.gateway.eventsSince(from === null ? oldest : Math.max(oldest, from));
  let mended = 0;
  const unmended: Unmended[] = [];
  for (const event of events) {
    try {
      if (await storeEvent(deps, event)) mended += 1;
    } catch (error) {
      if (isOutage(error)) throw error;
      deps.log.error({ err: error, event: event.id }, "an event cannot be stored");
      unmended.push({ what: event.id.slice(0, 100), reason: reasonOf(error) });
    }
  }
  await saveProgress(db, EVENTS, now);
  return { checked: events.length, mended, unmended };
}

/** Continues changes after a crash or a lost answer. */
export async function resumeOperations(deps: Deps, askedBy: AskedBy = "sweep"): Promise<void> {
  const due = await dueOperations(deps.db, knownKinds, deps.clock.now());
  if (due.length === 0) return;
  const run = beginRun(deps, { what: "operations", askedBy });
  // Concurrently, so that a slow operation does not block the others.
  const operations: Operation[] = await inBatches(due, (id) => runOperation(deps, id));
  const ended = operations.filter(({ state }) => state === "done" || state === "failed");
  const open = operations.filter(({ state }) => state === "unknown" || state === "pending");
  // Checking whether a card holder has answered the bank is no repair.
  if (ended.length + open.length === 0) return;
  const unmended = open.map(({ id, kind }) => ({ what: `${kind} ${id}`, reason: "The provider's answer got lost." }));
  await run.end({ checked: due.length, mended: ended.length, unmended });
}

/** Compares one subscription with the provider's. Stores the provider's state unless this is a dry run. */
async function compare(deps: Deps, id: string, dryRun: boolean): Promise<Drift[]> {
  const fetched = await fetchSubscription(deps, id).catch((error: unknown) => {
    if (error instanceof UnreadableSubscription && isEnded(error.status)) return error;
    throw error;
  });
  if (fetched instanceof UnreadableSubscription) return await compareEnd(deps, id, fetched.status, dryRun);
  const row = await subscriptionById(deps.db, id);
  if (!fetched || !row) return [{ subscription: id, what: EXISTENCE, here: "there", provider: "not there" }];
  const drift = differences(id, stateOf(row), fetchedState(row, fetched));
  if (drift.length > 0 && !dryRun) await syncSubscription(deps, id);
  return drift;
}

/** Compares only the end of a subscription whose other facts cannot be stored. */
async function compareEnd(deps: Deps, id: string, status: string, dryRun: boolean): Promise<Drift[]> {
  const row = await subscriptionById(deps.db, id);
  const drift = row ? differences(id, { status: row.status }, { status }) : [];
  if (drift.length > 0 && !dryRun) await syncSubscription(deps, id);
  return drift;
}

/** Compares everything with the provider. A dry run reports differences and changes nothing. */
async function compareAll(
  deps: Deps,
  { dryRun, askedBy }: { readonly dryRun: boolean; readonly askedBy: AskedBy },
): Promise<Reconciliation & RunResult> {
  const { db } = deps;
  if (!dryRun) await resumeOperations(deps, askedBy);
  const ids = await subscriptionIds(db);
  const drift: Drift[] = [];
  const setAside: Unmended[] = [];
  await eachApart(
    ids,
    async (id) => drift.push(...(await compare(deps, id, dryRun))),
    (id, error) => {
      deps.log.warn({ err: error, subscription: id }, "a subscription could not be compared");
      setAside.push({ what: id, reason: reasonOf(error) });
    },
  );
  // Runs last: a worker that processes a missed event would repair the difference before it is found and reported.
  if (!dryRun) await catchUpEvents(deps, askedBy);
  const openOperations = await countLive(db);
  const isMissing = ({ what }: Drift): boolean => what === EXISTENCE;
  const differing = new Set(drift.filter((one) => !isMissing(one)).map(({ subscription }) => subscription));
  return {
    checked: ids.length,
    drift,
    mended: dryRun ? 0 : differing.size,
    unmended: [
      ...drift.filter(isMissing).map(({ subscription: what }) => ({ what, reason: UNKNOWN_THERE })),
      ...setAside,
    ],
    setAside,
    openOperations,
    repaired: !dryRun && drift.length > 0,
  };
}

export async function reconcile(
  deps: Deps,
  asked: { readonly dryRun: boolean; readonly askedBy: "command" | "staff" },
): Promise<Reconciliation> {
  return await recordedRun(deps, { what: "everything", ...asked }, () => compareAll(deps, asked));
}

/** A full comparison with the provider that staff requested. */
export const reconcileJob = { name: "reconcile", payload: z.object({}), maxAttempts: 3 };

export function reconcileJobFor(deps: Deps): JobDefinition<Record<string, never>> {
  return defineJob({
    ...reconcileJob,
    run: async () => {
      await reconcile(deps, { dryRun: false, askedBy: "staff" });
    },
  });
}
