import { ApiError, NetworkError } from "@foyer/api-client/errors";
import { onUnheard } from "../failures/unheard.ts";
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { onMayAnswer } from "./api.ts";
import { userQuery } from "./queries.ts";
import { noteEndedName, onSessionEnd } from "../session/session.ts";

const RETRIES = 2;

/** Tells the person's other tabs what has changed; null outside of a browser. */
const tabs = typeof document === "undefined" ? null : new BroadcastChannel("foyer.changes");

/** Amounts in a review change only when the person asks. */
const isNoPreview = ({ queryKey: [first] }: Pick<Query, "queryKey">): boolean => first !== "preview";

/** A query client that makes the other tabs refetch what this tab refetches (STATE-02). */
class SharedQueryClient extends QueryClient {
  #isFollowing = false;

  // The base class declares a generic method; its filters are used as they are.
  override async invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions) {
    if (!this.#isFollowing) tabs?.postMessage(filters?.queryKey ?? []);
    await super.invalidateQueries(filters, options);
  }

  /** Refetches what another tab has changed. */
  follow(queryKey: QueryKey) {
    this.#isFollowing = true;
    void this.invalidateQueries({ queryKey, predicate: isNoPreview });
    this.#isFollowing = false;
  }
}

/** The services' answers, while a person is signed in. */
export const queryClient = new SharedQueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Offline a part says so immediately, and does not wait without a word.
      networkMode: "always",
      // What failed heals quietly.
      refetchOnReconnect: ({ state }) => state.status !== "error",
      // A part that is drawn after a failure shows it. A page that loads on each failure could otherwise draw itself without end.
      retryOnMount: false,
      refetchOnWindowFocus: true,
      retry: (failures, error) => failures < RETRIES && mayPass(error),
      retryDelay: (failures) => 400 * 2 ** failures,
    },
    // Offline it fails immediately; otherwise it would be sent later, when the person no longer expects it.
    mutations: { networkMode: "always" },
  },
});

tabs?.addEventListener("message", ({ data }: MessageEvent<QueryKey>) => queryClient.follow(data));

onUnheard(() => void queryClient.invalidateQueries({ predicate: isNoPreview }));

// A page that is opened again tries again.
queryClient.getQueryCache().subscribe(({ type, query }) => {
  const isLeft = type === "observerRemoved" && query.getObserversCount() === 0;
  if (isLeft && query.state.status === "error" && query.state.data === undefined)
    queryClient.getQueryCache().remove(query);
});

/** Loads queries that failed without data. Nothing changes on the screen until one succeeds. */
const quiet = new QueryClient();

async function heal(query: Query): Promise<void> {
  const data = await quiet.fetchQuery({ ...query.options, queryKey: query.queryKey, retry: false, gcTime: 0 });
  // The session may have ended, and another person may have signed in.
  const isShown = queryClient.getQueryCache().get(query.queryHash) === query;
  if (isShown && query.state.status === "error") queryClient.setQueryData(query.queryKey, data);
}

onMayAnswer(() => {
  if (document.hidden) return;
  const shown = queryClient.getQueryCache().findAll({ type: "active", fetchStatus: "idle" });
  for (const query of shown) {
    if (query.state.status !== "error") continue;
    // A query with data stays on the screen during its refetch.
    if (query.state.data === undefined) heal(query).catch(() => null);
    else if (isNoPreview(query)) query.fetch().catch(() => null);
  }
});

let endedFor: string | null = null;

onSessionEnd(() => {
  const user = queryClient.getQueryData(userQuery.queryKey);
  endedFor = user?.id ?? null;
  noteEndedName(user?.username ?? "");
  queryClient.clear();
  quiet.clear();
});

/**
 * Returns the id of the account with the last ended session of this visit; null if it ended before the account was
 * loaded.
 */
export function lastAccountId(): string | null {
  return endedFor;
}

/** Returns true for failures that a retry may fix soon; a refusal is final. */
function mayPass(error: unknown): boolean {
  if (error instanceof NetworkError) return navigator.onLine;
  return error instanceof ApiError && error.status >= 502 && error.retryAfter === null;
}
