import { ApiError, NetworkError } from "@foyer/api-client/errors";
import { words } from "#words/common";
import { words as session } from "#words/session";
import { entryOf, refusalOf } from "./refusal-of.ts";

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

/**
 * Returns why the service refused one field of the request, by its name on the wire; null if it did not.
 *
 * @param sentences by refusal, in place of the service's own.
 */
export function faultOfField(
  failure: unknown,
  field: string,
  sentences: Readonly<Record<string, string>> = {},
): string | null {
  const entry = failure instanceof ApiError ? failure.errors.find((one) => one.field === field) : undefined;
  if (!entry) return null;
  // A fault of form begins with the field's name on the wire, which no screen shows.
  return entryOf(sentences, failure) ?? entry.message.replace(`${field}: `, "");
}

/** Returns true if these fields show everything that the service refused. */
export function isShownBy(fields: readonly string[], failure: unknown): boolean {
  if (!(failure instanceof ApiError) || failure.errors.length === 0) return false;
  return failure.errors.every(({ field }) => field !== undefined && fields.includes(field));
}

/** Returns `Request 4f2a…` for support; null if no service has answered. */
export function requestOf(error: unknown): string | null {
  return error instanceof ApiError && error.requestId ? words.request(error.requestId) : null;
}
