import { ApiError } from "@foyer/api-client/errors";
import type { RefusalCode } from "@foyer/contract/refusals";

/** Returns the wire's code of a refusal; null for a failure without a service's answer. */
export function codeOf(failure: unknown): RefusalCode | null {
  // Callers compare it only with codes that the contract declares; an unknown code matches none of them.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return failure instanceof ApiError ? (failure.code as RefusalCode) : null;
}

/** Returns a table's entry for the code of a failure; undefined if it has none. */
export function entryOf<Entry>(table: Readonly<Record<string, Entry>>, failure: unknown): Entry | undefined {
  return table[String(codeOf(failure))];
}

/** Returns true if the service refused, and not if it failed or was unreachable. */
export function isRefusal(failure: unknown): boolean {
  return failure instanceof ApiError && failure.status < 500 && failure.status !== 429;
}
