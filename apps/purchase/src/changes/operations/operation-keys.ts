import type { Operation } from "./operation.ts";

/**
 * The provider's idempotency key of a step: the same at every try, as it is made from the operation's row alone.
 *
 * @param step names one call of the provider among those of the operation's kind, and stays as it is: operations that are
 *   under way go on with the key of the version that began them.
 */
export function keyOf(operation: Pick<Operation, "id">, step: string): string {
  return `${operation.id}:${step}`;
}

/** Tries after which the provider's kept failure may stand in the way. */
const TRIES_OF_A_KEY = 2;

/**
 * The key of a step that only says what shall be, so that doing it twice does no harm: another one after some tries, as
 * the provider answers a key that has failed with that failure for a day.
 */
export function repeatableKeyOf(operation: Pick<Operation, "id" | "attempts">, step: string): string {
  const key = keyOf(operation, step);
  return operation.attempts <= TRIES_OF_A_KEY ? key : `${key}:${operation.attempts}`;
}

/** The provider keeps a key for a day; an hour before that a repeat is not safe any more. */
const KEY_KEPT_MS = 23 * 3_600 * 1_000;

export function isKeyKept(operation: Pick<Operation, "created_at">, now: Date): boolean {
  return now.getTime() - operation.created_at.getTime() < KEY_KEPT_MS;
}
