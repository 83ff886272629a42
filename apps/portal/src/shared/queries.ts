import { call } from "@foyer/api-client/client";
import type { CallReply } from "@foyer/api-client/call-types";
import { ApiError } from "@foyer/api-client/errors";
import type { UserInfo } from "@foyer/contract/sign-in";
import { queryOptions } from "@tanstack/react-query";
import { api, sessionEndOf } from "./api.ts";
import { type EarlyCall, takeEarly } from "./early-data.ts";
import { forgetSession, takeFreshUserInfo } from "./session.ts";

/** The answer that the page's first script asked for, or one that is asked for now. */
async function earlyOr<Name extends EarlyCall>(
  name: Name,
  ask: () => Promise<CallReply<Name>>,
): Promise<CallReply<Name>> {
  const early = (await takeEarly(name)?.catch(() => null)) as CallReply<Name> | null | undefined;
  return early ?? (await ask());
}

async function readUser(): Promise<UserInfo> {
  const fresh = takeFreshUserInfo();
  if (fresh) return fresh;
  try {
    return (await earlyOr("readUser", () => call(api, "readUser"))).userinfo;
  } catch (error) {
    const end = error instanceof ApiError ? sessionEndOf(error) : null;
    if (end !== null) forgetSession({ kind: "danger", text: end });
    throw error;
  }
}

/** Who is signed in. An answer that says that the account is gone signs out (SIGNIN-10). */
export const userQuery = queryOptions({ queryKey: ["user"], queryFn: readUser });

/** The licences that the person manages. */
export const managedLicensesQuery = queryOptions({
  queryKey: ["managed-licenses"],
  queryFn: async () =>
    (await earlyOr("listManagedLicenses", () => call(api, "listManagedLicenses"))).managed_team_licenses,
});

/** What the person bought or registered. */
export const purchasesQuery = queryOptions({
  queryKey: ["purchases"],
  queryFn: async () => (await earlyOr("listPurchases", () => call(api, "listPurchases"))).purchases,
});

/** The licences in which the person holds a seat. */
export const personalSeatsQuery = queryOptions({
  queryKey: ["personal-seats"],
  queryFn: async () => (await earlyOr("listPersonalSeats", () => call(api, "listPersonalSeats"))).seats,
});

/** Upgrades that were bought and not yet given to seats. */
export const upgradesQuery = queryOptions({
  queryKey: ["upgrades"],
  queryFn: () => earlyOr("listUnactivatedRegistrations", () => call(api, "listUnactivatedRegistrations")),
});
