import { ApiError } from "@foyer/api-client/errors";

/** The wire's code of a refusal; null for anything that no service said. */
export function codeOf(failure: unknown): number | string | null {
  return failure instanceof ApiError ? failure.code : null;
}

/** True when the service refused, rather than failed or could not be reached. */
export function isRefusal(failure: unknown): boolean {
  return failure instanceof ApiError && failure.status < 500 && failure.status !== 429;
}
