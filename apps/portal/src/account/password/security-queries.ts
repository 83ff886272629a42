import { call } from "@foyer/api-client/client";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../shared/api.ts";

/** Whether sign-in asks for a code, and how many recovery codes are left. */
export const secondFactorQuery = queryOptions({
  queryKey: ["second-factor"],
  queryFn: () => call(api, "readSecondFactor"),
});

/** The account's passkeys, the oldest first, and where they work. */
export const passkeysQuery = queryOptions({
  queryKey: ["passkeys"],
  queryFn: () => call(api, "listPasskeys"),
});

/** The account's live sessions, this one first. */
export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: async () => (await call(api, "listSessions")).sessions,
});
