import { call } from "@foyer/api-client/client";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../shared/requests/api.ts";

/** A current or recent restore of access to the own account; null if there is none. */
export const ownRestoreQuery = queryOptions({
  queryKey: ["own-restore"],
  queryFn: async ({ signal }) => (await call(api, "readOwnRestore", { signal })).restore,
  // Mails report it as well, so the page need not refetch on every visit.
  staleTime: 60_000,
});
