import { setTimeout as sleep } from "node:timers/promises";
import { DamagedRow } from "@foyer/service-kit/errors";
import type { Deps } from "../../deps.ts";
import { isUnknownOutcome } from "../../stripe/provider-failure.ts";
import { orRefuse, refuseAs } from "../../stripe/stored-refusal.ts";
import { subscriptionById } from "../../subscriptions/subscription-store.ts";
import { syncSubscription } from "../../subscriptions/sync-subscription.ts";
import { kindOf } from "./kinds.ts";
import {
  finishOperation,
  isLive,
  LeaseLost,
  leaseOperation,
  operationAtWork,
  operationById,
  parkOperation,
} from "./operation-store.ts";
import type { Operation, OperationOf, RequestKind } from "./operation.ts";
import { whileHeld } from "./while-held.ts";

/**
 * Advances an operation as far as possible now, unless another instance works on it.
 * Any error leaves the outcome unknown. Only the provider's answer ends an operation as failed.
 */
export async function runOperation(deps: Deps, id: string): Promise<Operation> {
  const { db } = deps;
  const leased = await leaseOperation(db, id);
  if (!leased) return await operationById(db, id);
  try {
    await whileHeld(deps, leased, (held) => kindOf(leased).carryOut(held, leased));
  } catch (error) {
    await takeFailure(deps, leased, error);
  }
  return await operationById(db, id).catch(async (error: unknown) => {
    // The row was deleted. The provider's state counts.
    await takeOverState(deps, leased);
    throw error;
  });
}

async function takeFailure(deps: Deps, leased: Operation, error: unknown): Promise<void> {
  const { id, kind } = leased;
  if (error instanceof LeaseLost) {
    deps.log.warn({ operation: id, kind }, "a change was taken over by another instance");
    return;
  }
  const level = isUnknownOutcome(error) ? "warn" : "error";
  deps.log[level]({ err: error, operation: id, kind }, "the outcome of a change is not known yet");
  if (error instanceof DamagedRow && (await takeOverState(deps, leased))) {
    const end = { state: "failed", now: deps.clock.now(), outcome: { refusal: damaged } } as const;
    return await finishOperation(deps.db, leased, end);
  }
  await parkOperation(deps.db, leased, "unknown", deps.clock.now());
}

/** Stores the provider's state if the operation itself cannot be read any more. Returns false if that fails. */
async function takeOverState(deps: Deps, { subject, id }: Operation): Promise<boolean> {
  try {
    const isOfSubscription = (await subscriptionById(deps.db, subject)) !== null;
    if (isOfSubscription) await syncSubscription(deps, subject);
    return true;
  } catch (error) {
    deps.log.warn({ err: error, operation: id }, "the state after a damaged change could not be read");
    return false;
  }
}

const damaged = { name: "subscription.forbidden", reason: "damaged" } as const;

const WAIT_MS = 40_000;

/**
 * Waits until the operation is at rest (done, failed, waiting for the card holder, or unknown after a try)
 * and returns it; after `waitMs` returns it as it is. All callers of the same change wait for the one
 * instance that works on it. A waiting caller continues the work if that process dies.
 */
export async function awaitOperation(deps: Deps, id: string, waitMs = WAIT_MS): Promise<Operation> {
  const deadline = performance.now() + waitMs;
  const first = await runOperation(deps, id);
  if (!isLive(first)) return first;
  for (let pause = 20; ; pause = nextPause(pause)) {
    const { operation, isAtWork } = await operationAtWork(deps.db, id);
    const isLeft = !isAtWork && (operation.leased_until !== null || operation.state === "pending");
    const isAtRest = !isLive(operation) || (!isAtWork && !isLeft);
    if (isAtRest || performance.now() >= deadline) return operation;
    if (isLeft) await runOperation(deps, id);
    else await sleep(pause);
  }
}

/**
 * Leases an operation that waits for the card holder as soon as no other instance works on it. Returns null
 * if it no longer waits.
 */
async function takeWaiting(deps: Deps, id: string): Promise<Operation | null> {
  const { db } = deps;
  const deadline = performance.now() + WAIT_MS;
  for (let pause = 20; ; pause = nextPause(pause)) {
    const taken = await leaseOperation(db, id, ["waiting"]);
    if (taken) return taken;
    const { state } = await operationById(db, id);
    if (state !== "waiting") return null;
    if (performance.now() >= deadline) refuseAs(beingFinished);
    await sleep(pause);
  }
}

/**
 * Gives up an operation that waits for the bank, even while another instance works on it. One that is paid at the same moment is
 * completed instead.
 *
 * @param drop cancels it at the provider.
 */
export async function giveUp<Name extends string, Request>(
  deps: Deps,
  kind: RequestKind<Name, Request>,
  id: string,
  drop: (held: Deps, operation: OperationOf<Name, Request>) => Promise<void>,
): Promise<void> {
  const operation = kind.of(await takeWaiting(deps, id));
  if (!operation) return;
  try {
    await orRefuse(() => whileHeld(deps, operation, (held) => drop(held, operation)));
  } catch (error) {
    // The instance that took it over also found it waiting and settles it.
    if (error instanceof LeaseLost) return;
    await parkOperation(deps.db, operation, "waiting", deps.clock.now());
    throw error;
  }
}

function nextPause(pause: number): number {
  return Math.min(pause * 1.5, 250);
}

/**
 * Refuses with the stored reason if the operation failed, or with `provider.unavailable` while its outcome is unknown.
 */
export function refuseUnlessDone(operation: Operation): void {
  if (operation.state === "done" || operation.state === "waiting") return;
  // An instance still works on it, and may be waiting for us and not for the provider.
  refuseAs(operation.outcome?.refusal ?? (operation.leased_until === null ? unknownOutcome : beingFinished));
}

const unknownOutcome = { name: "provider.unavailable", reason: "pending" } as const;

const beingFinished = { name: "provider.unavailable", reason: "being_finished" } as const;
