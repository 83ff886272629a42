import { setTimeout as sleep } from "node:timers/promises";
import type { OperationKind } from "../db/purchase-schema.ts";
import type { PurchaseDeps } from "../purchase-deps.ts";
import { isUnknownOutcome } from "../stripe/payment-gateway.ts";
import { chargeChange } from "./charge-change.ts";
import { leaseOperation, type Operation, operationById, parkOperation } from "./operation-store.ts";
import { payInvoice } from "./pay-invoice.ts";
import { giveBack } from "./give-back.ts";
import { changeAutoRenewal, recordChange } from "./quiet-change.ts";
import { startSubscription } from "./start-subscription.ts";
import { refuseAs } from "./stored-refusal.ts";

const work: Record<OperationKind, (deps: PurchaseDeps, operation: Operation) => Promise<void>> = {
  charge: chargeChange,
  record: recordChange,
  auto_renewal: changeAutoRenewal,
  start: startSubscription,
  give_back: giveBack,
  pay: payInvoice,
};

/**
 * Brings an operation as far as it can get now, unless another instance is at it.
 * Whatever goes wrong leaves it unknown, never failed: only the provider's word ends it.
 */
export async function runOperation(deps: PurchaseDeps, id: string): Promise<Operation> {
  const { kysely } = deps.database;
  const leased = await leaseOperation(kysely, id);
  if (!leased) return await operationById(kysely, id);
  try {
    await work[leased.kind](deps, leased);
  } catch (error) {
    const level = isUnknownOutcome(error) ? "warn" : "error";
    deps.log[level]({ err: error, operation: id, kind: leased.kind }, "the outcome of a change is not known yet");
    await parkOperation(kysely, leased, "unknown", deps.clock.now());
  }
  return await operationById(kysely, id);
}

const WAIT_MS = 40_000;

/**
 * The operation at rest: done, failed, waiting for the card holder, or unknown after a try.
 * Everybody who asks for the same change waits for the one that is at work on it.
 */
export async function awaitOperation(deps: PurchaseDeps, id: string): Promise<Operation> {
  const { kysely } = deps.database;
  const deadline = performance.now() + WAIT_MS;
  let operation = await runOperation(deps, id);
  for (let pause = 20; isAtWork(operation) && performance.now() < deadline; pause = nextPause(pause)) {
    await sleep(pause);
    operation = await operationById(kysely, id);
    // Its worker died: somebody else has to go on.
    if (operation.state === "pending" && operation.leased_until === null) operation = await runOperation(deps, id);
  }
  return operation;
}

/**
 * An operation that waits for the card holder, taken for this instance as soon as nobody else is at work on it; null when
 * it waits no more.
 */
export async function takeWaiting(deps: PurchaseDeps, id: string): Promise<Operation | null> {
  const { kysely } = deps.database;
  const deadline = performance.now() + WAIT_MS;
  for (let pause = 20; ; pause = nextPause(pause)) {
    const taken = await leaseOperation(kysely, id, ["waiting"]);
    if (taken) return taken;
    const { state } = await operationById(kysely, id);
    if (state !== "waiting") return null;
    if (performance.now() >= deadline) refuseAs(unknownOutcome);
    await sleep(pause);
  }
}

function nextPause(pause: number): number {
  return Math.min(pause * 1.5, 250);
}

function isAtWork(operation: Operation): boolean {
  return operation.leased_until !== null && operation.leased_until.getTime() > Date.now();
}

/** Refuses what came of an operation that is not done: why it failed, or that nobody knows yet. */
export function refuseUnlessDone(operation: Operation): void {
  if (operation.state === "done" || operation.state === "waiting") return;
  refuseAs(operation.outcome?.refusal ?? unknownOutcome);
}

const unknownOutcome = {
  name: "provider.unavailable",
  message: "The payment provider has not answered yet. The change is pending; it is safe to try again.",
} as const;
