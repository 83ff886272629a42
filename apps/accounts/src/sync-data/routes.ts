import { resetSyncedData } from "@foyer/contract/user";
import { type Route, route } from "@foyer/service-kit/call";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { deleteSyncedData } from "./delete-synced-data.ts";

export function syncDataRoutes(deps: Deps): Route[] {
  return [
    route(resetSyncedData, async ({ caller, log, ...origin }) => {
      await deleteSyncedData(deps, caller, origin, log);
      return done;
    }),
  ];
}
