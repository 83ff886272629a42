import { ApiError, NetworkError } from "@foyer/api-client/errors";
import { words } from "#words/common";
import { words as session } from "#words/session";
import { refusalOf } from "./refusal-of.ts";

/** A failure with a message for the person. */
export class ShownError extends Error {}

/**
 * Returns the sentence for a failure: the service's own or the portal's, that the session has expired (SIGNIN-05), or that the
 * service is unreachable.
 */
export function sentenceOf(error: unknown): string {
  if (error instanceof ShownError) return error.message;
  if (error instanceof ApiError)
    return refusalOf(error) === "session.required" ? session.expired : (error.errors[0]?.message ?? error.message);
  if (error instanceof NetworkError) return `${words.unreachable} ${words.unreachableHelp}`;
  return words.serviceDown;
}

/** Returns `Request 4f2a…` for support; null if no service has answered. */
export function requestOf(error: unknown): string | null {
  return error instanceof ApiError && error.requestId ? words.request(error.requestId) : null;
}
