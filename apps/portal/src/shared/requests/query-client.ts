import { ApiError, NetworkError } from "@foyer/api-client/errors";
import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from "@tanstack/react-query";
import { onUnheard } from "../failures/unheard.ts";
import { userQuery } from "./queries.ts";
import { onSessionEnd } from "../session/session.ts";

const RETRIES = 2;

/** Tells the person's other tabs what has changed; null outside of a browser. */
const tabs = typeof document === "undefined" ? null : new BroadcastChannel("foyer.changes");

/** A query client that makes the other tabs refetch what this tab refetches (STATE-02). */
class SharedQueryClient extends QueryClient {
  #isFollowing = false;

  // The base class declares a generic method; its filters are used as they are.
  override async invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions) {
    if (!this.#isFollowing) tabs?.postMessage(filters?.queryKey ?? []);
    await super.invalidateQueries(filters, options);
  }

  /** Refetches what another tab has changed. Amounts in a review change only when the person asks. */
  follow(queryKey: QueryKey) {
    this.#isFollowing = true;
    void this.invalidateQueries({ queryKey, predicate: ({ queryKey: [first] }) => first !== "preview" });
    this.#isFollowing = false;
  }
}

/** The services' answers, while a person is signed in. */
export const queryClient = new SharedQueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: true,
      retry: (failures, error) => failures < RETRIES && mayPass(error),
      retryDelay: (failures) => 400 * 2 ** failures,
    },
    // Offline it fails immediately; otherwise it would be sent later, when the person no longer expects it.
    mutations: { networkMode: "always" },
  },
});

tabs?.addEventListener("message", ({ data }: MessageEvent<QueryKey>) => queryClient.follow(data));

// Refetches the page's data, except amounts in a review, which change only when the person asks.
onUnheard(() => void queryClient.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== "preview" }));

let endedFor: string | null = null;

onSessionEnd(() => {
  endedFor = queryClient.getQueryData(userQuery.queryKey)?.id ?? null;
  queryClient.clear();
});

/**
 * Returns the id of the account with the last ended session of this visit; null if it ended before the account was
 * loaded.
 */
export function lastAccountId(): string | null {
  return endedFor;
}

/** Returns true for failures that a retry may fix; a refusal is final. */
function mayPass(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  return error instanceof ApiError && error.status >= 502;
}
