import type { Deps } from "../../deps.ts";
import { isUnknownOutcome, ProviderFailure } from "../../stripe/provider-failure.ts";
import { refusalOfWrite, type StoredRefusal } from "../../stripe/stored-refusal.ts";
import { isKeyKept } from "./operation-keys.ts";
import { finishOperation } from "./operation-store.ts";
import type { Operation } from "./operation.ts";

/**
 * Tries without a trace at the provider after which the call counts as not made. A missing answer gets more
 * tries than an error answer.
 */
const TRIES_UNANSWERED = 8;
const TRIES_ANSWERED = 3;

type Worked = Pick<Operation, "id" | "attempts" | "created_at">;

/** Steps of one kind of operation at the provider. */
export interface Steps<Made> {
  /** Finds what an earlier try made. Returns `null` without a trace, `over` if it can no longer take effect. */
  readonly find: () => Promise<Made | "over" | null>;
  /** Makes the call, with the same key on every try. */
  readonly send: () => Promise<Made>;
  /** Writes the result to our database. */
  readonly complete: (made: Made) => Promise<void>;
  /**
   * Ends the operation with nothing done. Without it, only the operation ends. Both are null if an earlier try left no
   * trace and is too old to be repeated.
   */
  readonly fail?: (refusal: StoredRefusal | null, failure: ProviderFailure | null) => Promise<void>;
  /**
   * Protection against doing the work twice. `mark`: the result carries the operation's id, and a repeat
   * looks for it first. `key`: the provider's idempotency key, valid for a day. `nothing`: the call sets a
   * state, so it can be repeated at any time.
   */
  readonly once?: "mark" | "key" | "nothing";
}

/**
 * Completes an operation at the provider, continuing from the last try. Only the provider's answer ends it.
 * If an answer is lost, the result is looked up, and the call is repeated while that is safe.
 */
export async function carryOut<Made>(deps: Deps, operation: Worked, steps: Steps<Made>): Promise<void> {
  const { find, send, complete, once = "mark" } = steps;
  const isTooOld = once !== "nothing" && !isKeyKept(operation, deps.clock.now());
  if (isTooOld || (once === "mark" && operation.attempts > 1)) {
    const found = await find();
    if (found !== null && found !== "over") return await complete(found);
    if (isTooOld || found === "over") return await endByFailure(deps, operation, steps, null);
  }
  let made: Made;
  try {
    made = await send();
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const found = await find();
    if (found === null || found === "over") return await endByFailure(deps, operation, steps, error);
    made = found;
  }
  await complete(made);
}

/** True if the call should be repeated: its outcome is unknown and the provider has no trace of it. */
export function isWorthAnotherTry({ attempts }: Pick<Worked, "attempts">, failure: ProviderFailure): boolean {
  return isUnknownOutcome(failure) && attempts < (failure.isAnswered ? TRIES_ANSWERED : TRIES_UNANSWERED);
}

const notDone: StoredRefusal = { name: "subscription.forbidden", reason: "not_taken" };

/**
 * Ends an operation without a trace at the provider. First it retries a few times with the same key, because
 * a lost answer may still take effect.
 *
 * @param failure null if the key is too old to be used again.
 */
async function endByFailure(
  deps: Deps,
  operation: Worked,
  { fail, once }: Pick<Steps<never>, "fail" | "once">,
  failure: ProviderFailure | null,
): Promise<void> {
  const isRepeated =
    failure && (once === "nothing" ? isUnknownOutcome(failure) : isWorthAnotherTry(operation, failure));
  if (isRepeated) throw failure;
  if (failure?.kind === "invalid")
    deps.log.error({ err: failure, operation: operation.id }, "the provider refuses a change");
  const refusal = failure && refusalOfWrite(failure);
  if (fail) return await fail(refusal, failure);
  const end = { state: "failed", now: deps.clock.now(), outcome: { refusal: refusal ?? notDone } } as const;
  await finishOperation(deps.db, operation, end);
}
