import { call } from "@foyer/api-client/client";
import type { CallReply } from "@foyer/api-client/call-types";
import { ApiError } from "@foyer/api-client/errors";
import { joinAddresses, splitAddresses } from "@foyer/domain/addresses";
import { useMutation, type UseMutationResult, useQueryClient } from "@tanstack/react-query";
import { api } from "../../shared/api.ts";
import { sentenceOf } from "../../shared/failure-sentence.ts";
import { refreshLicenses, seatsQuery } from "../../shared/subscription/subscription-queries.ts";

/** Invites the typed addresses, normalized to a comma-separated list (INV-03). */
export function useInvite(licenseId: string): UseMutationResult<CallReply<"inviteSeats">, Error, string> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (typed: string) =>
      await call(api, "inviteSeats", {
        params: { id: licenseId },
        body: { seats: joinAddresses(splitAddresses(typed)) },
        timeoutMs: 60_000,
      }),
    onSuccess: ({ seats }) => client.setQueryData(seatsQuery(licenseId).queryKey, seats),
    onSettled: () => void refreshLicenses(client),
  });
}

/** The content of "Error adding email(s)" (INV-04). */
export interface InviteFault {
  readonly invalid: readonly string[];
  readonly notSent: readonly string[];
  /** The service's own sentence; null if the lists are enough. */
  readonly sentence: string | null;
}

/** Returns null if all addresses were invited. */
export function inviteFault(answer: CallReply<"inviteSeats"> | undefined, error: Error | null): InviteFault | null {
  if (error) {
    const invalid = error instanceof ApiError ? addressesIn(error.body["invalid_emails"]) : [];
    return { invalid, notSent: [], sentence: invalid.length > 0 ? null : sentenceOf(error) };
  }
  const notSent = answer?.emails_not_sent ?? [];
  const invalid = answer?.invalid_emails ?? [];
  return notSent.length > 0 || invalid.length > 0 ? { invalid, notSent, sentence: null } : null;
}

function addressesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
