import { call } from "@foyer/api-client/client";
import { ApiError } from "@foyer/api-client/errors";
import type { UserInfo } from "@foyer/contract/sign-in";
import { queryOptions } from "@tanstack/react-query";
import { api, sessionEndOf } from "./api.ts";
import { currentSession, forgetSession, takeFreshUserInfo } from "../session/session.ts";

async function readUser(): Promise<UserInfo> {
  const fresh = takeFreshUserInfo();
  if (fresh) return fresh;
  try {
    return (await call(api, "readUser")).userinfo;
  } catch (error) {
    const end = error instanceof ApiError ? sessionEndOf(error) : null;
    // A failed refresh has already ended the session and shown the reason.
    if (end !== null && currentSession().signedIn) forgetSession({ kind: "danger", text: end });
    throw error;
  }
}

/** The signed-in person. An answer that the account is gone signs out (SIGNIN-10). */
export const userQuery = queryOptions({ queryKey: ["user"], queryFn: readUser });

/** The licenses that the person manages. */
export const managedLicensesQuery = queryOptions({
  queryKey: ["managed-licenses"],
  queryFn: async () => (await call(api, "listManagedLicenses")).managed_team_licenses,
});

/** The licenses that the person bought or registered. */
export const purchasesQuery = queryOptions({
  queryKey: ["purchases"],
  queryFn: async () => (await call(api, "listPurchases")).purchases,
});

/** The licenses in which the person holds a seat. */
export const personalSeatsQuery = queryOptions({
  queryKey: ["personal-seats"],
  queryFn: async () => (await call(api, "listPersonalSeats")).seats,
});

/** The open invitations to the own address. */
export const ownInvitationsQuery = queryOptions({
  queryKey: ["own-invitations"],
  queryFn: async () => (await call(api, "listOwnInvitations")).invitations,
});

/** Purchased upgrades that are not assigned to seats yet. */
export const upgradesQuery = queryOptions({
  queryKey: ["upgrades"],
  queryFn: () => call(api, "listUnactivatedRegistrations"),
});
