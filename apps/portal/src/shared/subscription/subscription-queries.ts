import { call } from "@foyer/api-client/client";
import { queryOptions, type QueryClient, useQuery } from "@tanstack/react-query";
import { api } from "../api.ts";
import { userQuery } from "../queries.ts";

/** Milliseconds after a change of a subscription at which everything about it is read once more (TEAM-09). */
export const refreshDelayMs = 3000;

const keys = { subscriptions: "subscriptions", plans: "plans", seats: "seats", events: "license-events" } as const;

/** The subscriptions that a customer pays for, ended ones too. */
export function subscriptionsQuery(customerId: string | null) {
  return queryOptions({
    queryKey: [keys.subscriptions, customerId],
    queryFn: async ({ signal }) => {
      if (customerId === null) return [];
      return (await call(api, "listSubscriptions", { params: { id: customerId }, signal })).subscriptions;
    },
  });
}

/** The plans on sale and their prices. */
export const plansQuery = queryOptions({
  queryKey: [keys.plans],
  queryFn: async ({ signal }) => (await call(api, "listPlans", { signal })).plans,
  staleTime: 600_000,
});

/** The seats of a licence, in the service's order. */
export function seatsQuery(licenceId: string) {
  return queryOptions({
    queryKey: [keys.seats, licenceId],
    queryFn: async ({ signal }) => (await call(api, "listSeats", { params: { id: licenceId }, signal })).seats,
  });
}

/** What happened on a licence; the key alone, as the pages differ in length. */
export function eventsKey(licenceId: string) {
  return [keys.events, licenceId];
}

/** The customer under whose name the person pays: the first of her account's; null when there is none. */
export function useCustomerId(): string | null {
  return useQuery(userQuery).data?.customer_id[0] ?? null;
}

/** Reads everything that a change of a subscription or of seats shows in. */
export async function refreshLicences(client: QueryClient): Promise<void> {
  const stale = ["managed-licenses", "purchases", "personal-seats", keys.subscriptions, keys.seats, keys.events];
  await Promise.all(stale.map((key) => client.invalidateQueries({ queryKey: [key] })));
}

/** Reads it now, and again when the news has reached every service (TEAM-09). */
export function refreshAfterChange(client: QueryClient) {
  void refreshLicences(client);
  setTimeout(() => void refreshLicences(client), refreshDelayMs);
}
