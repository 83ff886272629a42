import { call } from "@foyer/api-client/client";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "../shared/requests/api.ts";

/** Filter of the papers; null for all. */
export interface PaperFilter {
  readonly year: number | null;
  readonly license: string | null;
}

const A_PAGE = 50;

/** The papers by pages, newest first. */
export function papersQuery(customerId: string, { year, license }: PaperFilter) {
  return infiniteQueryOptions({
    queryKey: ["billing", "papers", customerId, year, license],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call(api, "listDocuments", {
        params: { id: customerId },
        query: {
          limit: A_PAGE,
          ...(year !== null && { year }),
          ...(license !== null && { license }),
          ...(pageParam !== null && { cursor: pageParam }),
        },
        signal,
      }),
    getNextPageParam: ({ cursor }) => cursor,
  });
}

const LOOK_MS = 2_000;

/** The archives; refetched while one is being created. */
export function archivesQuery(customerId: string) {
  return queryOptions({
    queryKey: ["billing", "archives", customerId],
    queryFn: async () => (await call(api, "listArchives", { params: { id: customerId } })).archives,
    refetchInterval: ({ state }) => (state.data?.some((archive) => archive.state === "building") ? LOOK_MS : false),
  });
}

/** The billing contacts. */
export function contactsQuery(customerId: string) {
  return queryOptions({
    queryKey: ["billing", "contacts", customerId],
    queryFn: async () => (await call(api, "listBillingContacts", { params: { id: customerId } })).contacts,
  });
}
