import type { Operation } from "./operation.ts";

/** The steps of an operation that are calls of the provider, each with a key of its own. */
export type OperationStep =
  | "restore"
  | "charge"
  | "void"
  | "undo"
  | "record"
  | "auto-renewal"
  | "start"
  | "give-back"
  | "pay"
  | "credit"
  | "debit"
  | "invoice"
  | "seats";

/** The provider's idempotency key of a step: the same at every try, as it is made from the operation's row alone. */
export function keyOf(operation: Pick<Operation, "id">, step: OperationStep): string {
  return `${operation.id}:${step}`;
}

/** Tries after which the provider's kept failure may stand in the way. */
const TRIES_OF_A_KEY = 2;

/**
 * The key of a step that only says what shall be, so that doing it twice does no harm: another one after some tries, as
 * the provider answers a key that has failed with that failure for a day.
 */
export function repeatableKeyOf(operation: Pick<Operation, "id" | "attempts">, step: OperationStep): string {
  const key = keyOf(operation, step);
  return operation.attempts <= TRIES_OF_A_KEY ? key : `${key}:${operation.attempts}`;
}

/** The provider keeps a key for a day; an hour before that a repeat is not safe any more. */
const KEY_KEPT_MS = 23 * 3_600 * 1_000;

export function isKeyKept(operation: Pick<Operation, "created_at">, now: Date): boolean {
  return now.getTime() - operation.created_at.getTime() < KEY_KEPT_MS;
}
