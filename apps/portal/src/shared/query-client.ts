import { ApiError, NetworkError } from "@foyer/api-client/errors";
import { QueryClient } from "@tanstack/react-query";
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

onSessionEnd(() => queryClient.clear());

/** True for failures that another try may mend; a refusal stays one. */
function mayPass(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  return error instanceof ApiError && error.status >= 502;
}
