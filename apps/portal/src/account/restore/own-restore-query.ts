import { call } from "@foyer/api-client/client";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../shared/api.ts";

/** A restore of access to the own account that is under way, or was lately; null for everybody else. */
export const ownRestoreQuery = queryOptions({
  queryKey: ["own-restore"],
  queryFn: async ({ signal }) => (await call(api, "readOwnRestore", { signal })).restore,
  // The mails tell of it as well: a page that is only looked at again need not ask.
  staleTime: 60_000,
});
