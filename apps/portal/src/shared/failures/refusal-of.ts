import { ApiError } from "@foyer/api-client/errors";
import type { RefusalName } from "@foyer/contract/refusals";

/** Returns the name of a refusal; null for a failure without a service's answer. */
export function refusalOf(failure: unknown): RefusalName | null {
  // Callers compare it only with names that the contract declares; an unknown name matches none of them.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return failure instanceof ApiError ? (failure.refusal as RefusalName | null) : null;
}

/** Returns a table's entry for the name of a refusal; undefined if it has none. */
export function entryOf<Entry>(table: Readonly<Record<string, Entry>>, failure: unknown): Entry | undefined {
  return table[String(refusalOf(failure))];
}

/** Returns true if the service refused, and not if it failed or was unreachable. */
export function isRefusal(failure: unknown): boolean {
  return failure instanceof ApiError && failure.status < 500 && failure.status !== 429;
}

/** Returns true if the service requires the password before it continues. */
export function wantsProof(failure: unknown): boolean {
  return refusalOf(failure) === "permission.proof_required";
}
