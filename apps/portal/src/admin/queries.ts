import { call } from "@foyer/api-client/client";
import type { CallReply } from "@foyer/api-client/call-types";
import { infiniteQueryOptions, queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import { api } from "../shared/requests/api.ts";

/** Key of all staff queries; they are refetched after a repair. */
export const adminKey = ["admin"] as const;

function staffQuery<Data>(
  key: readonly unknown[],
  read: (signal: AbortSignal) => Promise<Data>,
  options: Pick<UseQueryOptions<Data>, "enabled" | "refetchInterval"> = {},
) {
  return queryOptions<Data>({ queryKey: [...adminKey, ...key], queryFn: ({ signal }) => read(signal), ...options });
}

export const searchQuery = (text: string) =>
  staffQuery(["search", text], (signal) => call(api, "staffSearch", { query: { q: text }, signal }), {
    enabled: text !== "",
  });

export const billingSearchQuery = (text: string) =>
  staffQuery(
    ["billing-search", text],
    async (signal) => (await call(api, "staffSearchBilling", { query: { q: text }, signal })).results,
    { enabled: text !== "" },
  );

export const accountQuery = (username: string) =>
  staffQuery(["account", username], (signal) => call(api, "staffReadAccount", { params: { username }, signal }));

export const licenseQuery = (id: string) =>
  staffQuery(["license", id], (signal) => call(api, "staffReadLicense", { params: { id }, signal }));

export const customerQuery = (id: string) =>
  staffQuery(["customer", id], (signal) => call(api, "staffReadCustomer", { params: { id }, signal }));

/** A customer's checkouts. */
export const purchasesQuery = (id: string) =>
  staffQuery(["purchases", id], (signal) => call(api, "staffListPurchases", { params: { id }, signal }));

/** Accounts with a legal hold. */
export const legalHoldsQuery = staffQuery(
  ["legal-holds"],
  async (signal) => (await call(api, "staffListLegalHolds", { signal })).holds,
);

/** Consumers' statements: undecided ones by their due date, then the newest decided ones. */
export const statementsQuery = staffQuery(
  ["statements"],
  async (signal) => (await call(api, "staffListStatements", { signal })).statements,
  { refetchInterval: 30_000 },
);

/** The brand's plans beside the payment provider's. */
export const comparedPlansQuery = staffQuery(["catalogue"], (signal) => call(api, "staffReadCatalogue", { signal }));

export const plansQuery = staffQuery(["plans"], async (signal) => (await call(api, "listPlans", { signal })).plans);

/** Restores of access that wait or ended recently. */
export const restoresQuery = staffQuery(
  ["restores"],
  async (signal) => (await call(api, "staffListRestores", { signal })).restores,
  { refetchInterval: 30_000 },
);

const ACTS_A_PAGE = 50;

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
const machineRoom = { refetchInterval: 10_000 };

/** Background work of the accounts service that failed or waits. */
export const accountTasksQuery = staffQuery(
  ["tasks", "accounts"],
  async (signal) => (await call(api, "staffListTasks", { query: { limit: TASKS }, signal })).tasks,
  machineRoom,
);

/** Background work of the purchase service that failed or waits. */
export const billingTasksQuery = staffQuery(
  ["tasks", "purchase"],
  async (signal) => (await call(api, "staffListBillingTasks", { query: { limit: TASKS }, signal })).tasks,
  machineRoom,
);

/** The last runs of the reconciler. @param eventful leaves out runs that found nothing. */
export const reconcilerRunsQuery = (eventful: boolean) =>
  staffQuery(
    ["reconciler-runs", eventful],
    async (signal) => {
      const query = { limit: RUNS, ...(eventful ? { eventful } : {}) };
      return (await call(api, "staffListReconcilerRuns", { query, signal })).runs;
    },
    machineRoom,
  );

/** Failures that browsers reported. */
export const failureReportsQuery = staffQuery(
  ["failure-reports"],
  async (signal) => (await call(api, "staffListFailureReports", { signal })).reports,
);

const IMPORT_REFRESH_MS = 700;

/** The imports by staff; refetched while one of them is running. */
export const importsQuery = staffQuery(
  ["imports"],
  async (signal) => (await call(api, "staffListImports", { signal })).imports,
  {
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === "running") ? IMPORT_REFRESH_MS : false),
  },
);

/** Reports of “This was not me”. */
export const notMeReportsQuery = staffQuery(["not-me-reports"], (signal) => call(api, "staffListReports", { signal }));
