import type { Deps } from "../../deps.ts";
import { isUnknownOutcome, ProviderFailure } from "../../stripe/provider-failure.ts";
import { refusalOf, type StoredRefusal } from "../../stripe/stored-refusal.ts";
import { isKeyKept } from "./operation-keys.ts";
import { finishOperation } from "./operation-store.ts";
import type { Operation } from "./operation.ts";

/** Tries after which something that left no trace at the provider counts as never done: silence is given longer than an answer. */
const TRIES_UNANSWERED = 8;
const TRIES_ANSWERED = 3;

type Worked = Pick<Operation, "id" | "attempts" | "created_at">;

/** What a kind of operation does at the provider. */
export interface Steps<Made> {
  /**
   * What an earlier try made: `null` where it left no trace, `over` where nothing can come of it any more.
   */
  readonly find: () => Promise<Made | "over" | null>;
  /** Makes it, under the same key at every try. */
  readonly send: () => Promise<Made>;
  /** Takes over here what was made there. */
  readonly complete: (made: Made) => Promise<void>;
  /** Ends it with nothing done; without one, the operation alone is ended. The refusal is null where the failure says none. */
  readonly fail?: (refusal: StoredRefusal | null) => Promise<void>;
  /**
   * What keeps a repeat from doing it twice. `mark`: what is made names its operation, and is looked for first. `key`: the
   * provider's memory of the key, for a day. `nothing`: it only says what shall be, so that it may be repeated for ever.
   */
  readonly once?: "mark" | "key" | "nothing";
}

/**
 * Brings an operation to its end at the provider, from wherever the last try got to. Only the provider's word ends it: an
 * answer that got lost is looked for, and asked for again, for as long as that cannot do it twice.
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

/** Whether the same call shall be made again, of which the provider has no trace and whose outcome is not known. */
export function isWorthAnotherTry({ attempts }: Pick<Worked, "attempts">, failure: ProviderFailure): boolean {
  return isUnknownOutcome(failure) && attempts < (failure.isAnswered ? TRIES_ANSWERED : TRIES_UNANSWERED);
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
  const refusal = failure && refusalOf(failure);
  if (fail) return await fail(refusal);
  const end = { state: "failed", now: deps.clock.now(), outcome: { refusal: refusal ?? notDone } } as const;
  await finishOperation(deps.db, operation, end);
}
