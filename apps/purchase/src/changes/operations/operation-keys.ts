import type { Operation } from "./operation.ts";

/**
 * Returns the provider's idempotency key of a step. It is the same on every try, because only the operation's
 * id and the step define it.
 *
 * @param step name of one provider call of this kind of operation. It never changes, because a new version
 * continues operations that an older version began.
 */
export function keyOf(operation: Pick<Operation, "id">, step: string): string {
  return `${operation.id}:${step}`;
}

/** Tries after which a failure that the provider stored for the key may block the call. */
const TRIES_OF_A_KEY = 2;

/**
 * Returns the key of a call that sets a state and is safe to repeat. The key changes after some tries,
 * because the provider repeats a stored failure for a day.
 */
export function repeatableKeyOf(operation: Pick<Operation, "id" | "attempts">, step: string): string {
  const key = keyOf(operation, step);
  return operation.attempts <= TRIES_OF_A_KEY ? key : `${key}:${operation.attempts}`;
}

/** The provider keeps a key for a day. One hour less leaves a safe margin. */
const KEY_KEPT_MS = 23 * 3_600 * 1_000;

export function isKeyKept(operation: Pick<Operation, "created_at">, now: Date): boolean {
  return now.getTime() - operation.created_at.getTime() < KEY_KEPT_MS;
}
