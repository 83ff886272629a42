import { call } from "@foyer/api-client/client";
import type { CallReply } from "@foyer/api-client/call-types";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "../shared/requests/api.ts";

/** Key of all staff queries; they are refetched after a repair. */
export const adminKey = ["admin"] as const;

const ACTS_A_PAGE = 50;

export function searchQuery(text: string) {
  return queryOptions({
    queryKey: [...adminKey, "search", text],
    queryFn: ({ signal }) => call(api, "staffSearch", { query: { q: text }, signal }),
    enabled: text !== "",
  });
}

export function billingSearchQuery(text: string) {
  return queryOptions({
    queryKey: [...adminKey, "billing-search", text],
    queryFn: async ({ signal }) => (await call(api, "staffSearchBilling", { query: { q: text }, signal })).results,
    enabled: text !== "",
  });
}

export function accountQuery(username: string) {
  return queryOptions({
    queryKey: [...adminKey, "account", username],
    queryFn: ({ signal }) => call(api, "staffReadAccount", { params: { username }, signal }),
  });
}

/** Accounts with a legal hold. */
export const legalHoldsQuery = queryOptions({
  queryKey: [...adminKey, "legal-holds"],
  queryFn: async ({ signal }) => (await call(api, "staffListLegalHolds", { signal })).holds,
});

/** What a customer bought on the portal's page, or tried to. */
export function purchasesQuery(id: string) {
  return queryOptions({
    queryKey: [...adminKey, "purchases", id],
    queryFn: ({ signal }) => call(api, "staffListPurchases", { params: { id }, signal }),
  });
}

/** The brand's plans beside the payment provider's. */
export const comparedPlansQuery = queryOptions({
  queryKey: [...adminKey, "catalogue"],
  queryFn: ({ signal }) => call(api, "staffReadCatalogue", { signal }),
});

const RESTORES_REFRESH_MS = 30_000;

/** Restores of access that wait or ended recently; refetched while the page is open. */
export const restoresQuery = queryOptions({
  queryKey: [...adminKey, "restores"],
  queryFn: async ({ signal }) => (await call(api, "staffListRestores", { signal })).restores,
  refetchInterval: RESTORES_REFRESH_MS,
});

export function licenseQuery(id: string) {
  return queryOptions({
    queryKey: [...adminKey, "license", id],
    queryFn: ({ signal }) => call(api, "staffReadLicense", { params: { id }, signal }),
  });
}

export function customerQuery(id: string) {
  return queryOptions({
    queryKey: [...adminKey, "customer", id],
    queryFn: ({ signal }) => call(api, "staffReadCustomer", { params: { id }, signal }),
  });
}

export const plansQuery = queryOptions({
  queryKey: [...adminKey, "plans"],
  queryFn: async ({ signal }) => (await call(api, "listPlans", { signal })).plans,
});

const goOn = ({ acts, has_more: hasMore }: CallReply<"staffListActs">) =>
  hasMore === true ? (acts.at(-1)?.id ?? null) : null;

const pageAfter = (before: string | null) => ({ limit: ACTS_A_PAGE, ...(before === null ? {} : { before }) });

/** Staff acts in the accounts service, page by page. */
export const accountActsQuery = infiniteQueryOptions({
  queryKey: [...adminKey, "acts", "accounts"],
  queryFn: ({ pageParam, signal }) => call(api, "staffListActs", { query: pageAfter(pageParam), signal }),
  initialPageParam: null as string | null,
  getNextPageParam: goOn,
});

/** Staff acts in the purchase service, page by page. */
export const billingActsQuery = infiniteQueryOptions({
  queryKey: [...adminKey, "acts", "purchase"],
  queryFn: ({ pageParam, signal }) => call(api, "staffListBillingActs", { query: pageAfter(pageParam), signal }),
  initialPageParam: null as string | null,
  getNextPageParam: goOn,
});

const TASKS = 200;
const RUNS = 20;
const MACHINE_REFRESH_MS = 10_000;

/** Background work of the accounts service that failed or waits; refetched while the page is open. */
export const accountTasksQuery = queryOptions({
  queryKey: [...adminKey, "tasks", "accounts"],
  queryFn: async ({ signal }) => (await call(api, "staffListTasks", { query: { limit: TASKS }, signal })).tasks,
  refetchInterval: MACHINE_REFRESH_MS,
});

/** The same of the purchase service. */
export const billingTasksQuery = queryOptions({
  queryKey: [...adminKey, "tasks", "purchase"],
  queryFn: async ({ signal }) => (await call(api, "staffListBillingTasks", { query: { limit: TASKS }, signal })).tasks,
  refetchInterval: MACHINE_REFRESH_MS,
});

/** The last runs of the reconciler, or of those that found something. */
export function reconcilerRunsQuery(eventful: boolean) {
  return queryOptions({
    queryKey: [...adminKey, "reconciler-runs", eventful],
    queryFn: async ({ signal }) =>
      (
        await call(api, "staffListReconcilerRuns", {
          query: { limit: RUNS, ...(eventful ? { eventful } : {}) },
          signal,
        })
      ).runs,
    refetchInterval: MACHINE_REFRESH_MS,
  });
}

/** What browsers reported. */
export const failureReportsQuery = queryOptions({
  queryKey: [...adminKey, "failure-reports"],
  queryFn: async ({ signal }) => (await call(api, "staffListFailureReports", { signal })).reports,
});

const IMPORT_REFRESH_MS = 700;

/** The imports by staff; refetched while one of them is running. */
export const importsQuery = queryOptions({
  queryKey: [...adminKey, "imports"],
  queryFn: async ({ signal }) => (await call(api, "staffListImports", { signal })).imports,
  refetchInterval: ({ state }) => (state.data?.some((one) => one.state === "running") ? IMPORT_REFRESH_MS : false),
});

/** Reports of “This was not me”. */
export const notMeReportsQuery = queryOptions({
  queryKey: [...adminKey, "not-me-reports"],
  queryFn: ({ signal }) => call(api, "staffListReports", { signal }),
});
