import type { CallReply } from "@foyer/api-client/call-types";
import { answerTo, parseReply, readText } from "@foyer/api-client/client";
import { queryOptions, type QueryClient, replaceEqualDeep } from "@tanstack/react-query";
import { api } from "../requests/api.ts";

/** Milliseconds after a change of a subscription until all its data is refetched (TEAM-09). */
export const refreshDelayMs = 3000;

const keys = { billing: "billing", seats: "seats", events: "license-events" } as const;

type Seats = CallReply<"listSeats">["seats"];

/** The answers that the lists of seats came from. */
const answers = new WeakMap<Seats, string>();

/**
 * The seats of a license, in the service's order. They are refetched while a person types; parsing and comparing
 * thousands of seats would delay her key, so an answer with the same text as the last one is not parsed.
 */
export function seatsQuery(licenseId: string) {
  const queryKey = [keys.seats, licenseId];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }) => {
      const answer = await answerTo(api, "listSeats", { params: { id: licenseId }, signal });
      const text = await readText(answer);
      const before = client.getQueryData<Seats>(queryKey);
      if (before && answers.get(before) === text) return before;
      const { seats } = await parseReply<CallReply<"listSeats">>(text, answer);
      answers.set(seats, text);
      return seats;
    },
    structuralSharing: (before, now) => {
      // Both are lists that the function above returned.
      const shared = replaceEqualDeep(before, now) as Seats;
      answers.set(shared, answers.get(now as Seats) ?? "");
      return shared;
    },
  });
}

/** Key of a license's events; only the key, because page lengths differ. */
export function eventsKey(licenseId: string) {
  return [keys.events, licenseId];
}

/** Refetches all data that a purchase, or a change of a subscription or of seats, affects; the first one makes a customer. */
export async function refreshLicenses(client: QueryClient): Promise<void> {
  const stale = ["user", "managed-licenses", "purchases", "personal-seats", keys.billing, keys.seats, keys.events];
  await Promise.all(stale.map((key) => client.invalidateQueries({ queryKey: [key] })));
}

/** Refetches now, and again when the change has reached every service (TEAM-09). */
export function refreshAfterChange(client: QueryClient) {
  void refreshLicenses(client);
  setTimeout(() => void refreshLicenses(client), refreshDelayMs);
}
