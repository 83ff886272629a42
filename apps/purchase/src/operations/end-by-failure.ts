import type { PurchaseDeps } from "../purchase-deps.ts";
import { isUnknownOutcome, type ProviderFailure } from "../stripe/provider-failure.ts";
import type { Operation } from "./operation.ts";
import { finishOperation } from "./operation-store.ts";
import { refusalOf, type StoredRefusal } from "./stored-refusal.ts";

/** Tries after which something that left no trace at the provider counts as never done: silence is given longer than an answer. */
const TRIES_UNANSWERED = 8;
const TRIES_ANSWERED = 3;

/** Whether the same call shall be made again, of which the provider has no trace and whose outcome is not known. */
export function isWorthAnotherTry(operation: Pick<Operation, "attempts">, failure: ProviderFailure): boolean {
  const tries = failure.isAnswered ? TRIES_ANSWERED : TRIES_UNANSWERED;
  return isUnknownOutcome(failure) && operation.attempts < tries;
}

const notDone: StoredRefusal = {
  name: "subscription.forbidden",
  message: "The payment provider did not take this. Nothing was charged and nothing was changed.",
};

/**
 * Ends an operation of which the provider has no trace. An answer that got lost is waited for first: a few tries, and as
 * long as the provider knows the key, the next one is the same call.
 *
 * @param failure null where the key is too old to be used again.
 */
export async function endByFailure(
  deps: PurchaseDeps,
  operation: Pick<Operation, "id" | "attempts">,
  failure: ProviderFailure | null,
): Promise<void> {
  if (failure && isWorthAnotherTry(operation, failure)) throw failure;
  if (failure?.kind === "invalid")
    deps.log.error({ err: failure, operation: operation.id }, "the provider refuses a change");
  const refusal = (failure && refusalOf(failure)) ?? notDone;
  const end = { state: "failed", now: deps.clock.now(), outcome: { refusal } } as const;
  await finishOperation(deps.database.kysely, operation, end);
}
