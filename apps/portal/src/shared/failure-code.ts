import { ApiError } from "@foyer/api-client/errors";
import type { RefusalCode } from "@foyer/contract/refusals";

/** The wire's code of a refusal; null for anything that no service said. */
export function codeOf(failure: unknown): RefusalCode | null {
  // Whoever asks for it compares it with codes that the contract declares; any other is none of them.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return failure instanceof ApiError ? (failure.code as RefusalCode) : null;
}

/** What a table has for the code of a failure; undefined for one that it does not name. */
export function entryOf<Entry>(table: Readonly<Record<string, Entry>>, failure: unknown): Entry | undefined {
  return table[String(codeOf(failure))];
}

/** True when the service refused, rather than failed or could not be reached. */
export function isRefusal(failure: unknown): boolean {
  return failure instanceof ApiError && failure.status < 500 && failure.status !== 429;
}
