import { call } from "@foyer/api-client/client";
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { api } from "../api.ts";

/** Milliseconds after a change of a subscription at which everything about it is read once more (TEAM-09). */
export const refreshDelayMs = 3000;

const keys = { billing: "billing", seats: "seats", events: "license-events" } as const;

/** The seats of a license, in the service's order. */
export function seatsQuery(licenseId: string) {
  return queryOptions({
    queryKey: [keys.seats, licenseId],
    queryFn: async ({ signal }) => (await call(api, "listSeats", { params: { id: licenseId }, signal })).seats,
  });
}

/** What happened on a license; the key alone, as the pages differ in length. */
export function eventsKey(licenseId: string) {
  return [keys.events, licenseId];
}

/** Reads everything that a change of a subscription or of seats shows in. */
export async function refreshLicenses(client: QueryClient): Promise<void> {
  const stale = ["managed-licenses", "purchases", "personal-seats", keys.billing, keys.seats, keys.events];
  await Promise.all(stale.map((key) => client.invalidateQueries({ queryKey: [key] })));
}

/** Reads it now, and again when the news has reached every service (TEAM-09). */
export function refreshAfterChange(client: QueryClient) {
  void refreshLicenses(client);
  setTimeout(() => void refreshLicenses(client), refreshDelayMs);
}
