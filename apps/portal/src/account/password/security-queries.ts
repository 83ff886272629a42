import { call } from "@foyer/api-client/client";
import { EVENTS_AT_FIRST } from "@foyer/contract/page-sizes";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "../../shared/requests/api.ts";

/** Whether sign-in asks for a code, and how many recovery codes are left. */
export const secondFactorQuery = queryOptions({
  queryKey: ["second-factor"],
  queryFn: () => call(api, "readSecondFactor"),
});

/** The account's passkeys, the oldest first, and the addresses where they work. */
export const passkeysQuery = queryOptions({
  queryKey: ["passkeys"],
  queryFn: () => call(api, "listPasskeys"),
});

/** The account's active sessions, the current one first, and the trusted browsers without a session. */
export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: async () => {
    // A service of the previous version does not send trusted browsers.
    const { sessions, trusted_browsers: trusted = [] } = await call(api, "listSessions");
    return { sessions, trusted };
  },
});

/** The apps in which the account is signed in, the last used first. */
export const connectedAppsQuery = queryOptions({
  queryKey: ["connected-apps"],
  queryFn: async () => (await call(api, "listConnectedApps")).apps,
});

const EVENTS_A_PAGE = 25;

/** The account's events, newest first: five at first, then whole pages. */
export const accountEventsQuery = infiniteQueryOptions({
  queryKey: ["account-events"],
  queryFn: ({ pageParam, signal }) =>
    call(api, "listAccountEvents", {
      query: pageParam === null ? { limit: EVENTS_AT_FIRST } : { limit: EVENTS_A_PAGE, before: pageParam },
      signal,
    }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ events, has_more: hasMore }) => (hasMore ? (events.at(-1)?.id ?? null) : null),
});
