import type { CallRefusal } from "@foyer/api-client/call-types";
import { call } from "@foyer/api-client/client";
import { api } from "../shared/requests/api.ts";
import { entryOf } from "../shared/failures/refusal-of.ts";
import {
  managedLicensesQuery,
  ownInvitationsQuery,
  personalSeatsQuery,
  userQuery,
} from "../shared/requests/queries.ts";
import { queryClient } from "../shared/requests/query-client.ts";

/** The result of accepting an invitation. */
export type Taken = { readonly outcome: "accepted" | "dead" | "held" | "ended"; readonly description: string };

type Refused = Exclude<CallRefusal<"acceptInvitation">, "rate.limited">;
const outcomes: Readonly<Record<Refused, Taken["outcome"]>> = {
  "invitation.dead": "dead",
  "seats.already_held": "held",
  "license.ended": "ended",
};

/**
 * Accepts the seat for the signed-in account, and refetches the lists of seats.
 *
 * @throws failures that are not about the invitation itself.
 */
export async function acceptInvitation(reference: string): Promise<Taken> {
  try {
    const { description } = await call(api, "acceptInvitation", { body: { reference_id: reference } });
    for (const { queryKey } of [personalSeatsQuery, managedLicensesQuery, ownInvitationsQuery, userQuery]) {
      void queryClient.invalidateQueries({ queryKey });
    }
    return { outcome: "accepted", description };
  } catch (failure) {
    const outcome = entryOf<Taken["outcome"]>(outcomes, failure);
    if (outcome === undefined) throw failure;
    return { outcome, description: "" };
  }
}
