import { call } from "@foyer/api-client/client";
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { api } from "../api.ts";

/** Milliseconds after a change of a subscription until all its data is refetched (TEAM-09). */
export const refreshDelayMs = 3000;

const keys = { billing: "billing", seats: "seats", events: "license-events" } as const;

/** The seats of a license, in the service's order. */
export function seatsQuery(licenseId: string) {
  return queryOptions({
    queryKey: [keys.seats, licenseId],
    queryFn: async ({ signal }) => (await call(api, "listSeats", { params: { id: licenseId }, signal })).seats,
  });
}

/** Key of a license's events; only the key, because page lengths differ. */
export function eventsKey(licenseId: string) {
  return [keys.events, licenseId];
}

/** Refetches all data that a change of a subscription or of seats affects. */
export async function refreshLicenses(client: QueryClient): Promise<void> {
  const stale = ["managed-licenses", "purchases", "personal-seats", keys.billing, keys.seats, keys.events];
  await Promise.all(stale.map((key) => client.invalidateQueries({ queryKey: [key] })));
}

/** Refetches now, and again when the change has reached every service (TEAM-09). */
export function refreshAfterChange(client: QueryClient) {
  void refreshLicenses(client);
  setTimeout(() => void refreshLicenses(client), refreshDelayMs);
}
