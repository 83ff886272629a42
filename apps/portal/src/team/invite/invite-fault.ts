import type { CallReply } from "@foyer/api-client/call-types";
import { ApiError } from "@foyer/api-client/errors";
import { sentenceOf } from "../../shared/failures/failure-sentence.ts";

/** The content of "Error adding email(s)" (INV-04). */
export interface InviteFault {
  readonly invalid: readonly string[];
  readonly notSent: readonly string[];
  /** The service's own sentence; null if the lists are enough. */
  readonly sentence: string | null;
}

/** Returns the addresses that were not invited; null if all were. */
export function faultIn({ emails_not_sent: notSent, invalid_emails: invalid }: CallReply<"inviteSeats">) {
  return notSent.length > 0 || invalid.length > 0 ? { invalid, notSent, sentence: null } : null;
}

/** Returns why no address was invited. */
export function faultOf(error: unknown): InviteFault {
  const invalid = error instanceof ApiError ? addressesIn(error.body["invalid_emails"]) : [];
  return { invalid, notSent: [], sentence: invalid.length > 0 ? null : sentenceOf(error) };
}

function addressesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
