import type { CallReply } from "@foyer/api-client/call-types";
import { ApiError } from "@foyer/api-client/errors";
import { sentenceOf } from "../../shared/failure-sentence.ts";

/** What "Error adding email(s)" has to say (INV-04). */
export interface InviteFault {
  readonly invalid: readonly string[];
  readonly notSent: readonly string[];
  /** The service's own sentence; null where the lists say it all. */
  readonly sentence: string | null;
}

/** What the service could not do of what was asked; null when everybody was invited. */
export function faultIn({ emails_not_sent: notSent, invalid_emails: invalid }: CallReply<"inviteSeats">) {
  return notSent.length > 0 || invalid.length > 0 ? { invalid, notSent, sentence: null } : null;
}

/** Why nobody was invited. */
export function faultOf(error: unknown): InviteFault {
  const invalid = error instanceof ApiError ? addressesIn(error.body["invalid_emails"]) : [];
  return { invalid, notSent: [], sentence: invalid.length > 0 ? null : sentenceOf(error) };
}

function addressesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
