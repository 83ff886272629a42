import { ApiError, NetworkError } from "@foyer/api-client/errors";
import { QueryClient } from "@tanstack/react-query";
import { userQuery } from "./queries.ts";
import { onSessionEnd } from "./session.ts";

const RETRIES = 2;

/** The services' answers, while a person is signed in. */
export const queryClient = new QueryClient({
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
