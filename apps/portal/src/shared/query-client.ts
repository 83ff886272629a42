import { ApiError, NetworkError } from "@foyer/api-client/errors";
import { QueryClient } from "@tanstack/react-query";
import { userQuery } from "./queries.ts";
import { onSessionEnd } from "./session.ts";

const RETRIES = 2;

/** What the services said, for as long as somebody is signed in. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: true,
      retry: (failures, error) => failures < RETRIES && mayPass(error),
      retryDelay: (failures) => 400 * 2 ** failures,
    },
  },
});

let endedFor: string | null = null;

onSessionEnd(() => {
  endedFor = queryClient.getQueryData(userQuery.queryKey)?.id ?? null;
  queryClient.clear();
});

/** Id of the account whose session ended last in this visit; null where it ended before anybody knew whose it was. */
export function lastAccountId(): string | null {
  return endedFor;
}

/** True for failures that another try may mend; a refusal stays one. */
function mayPass(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  return error instanceof ApiError && error.status >= 502;
}
