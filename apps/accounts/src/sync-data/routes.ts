import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { resetSyncedData } from "./reset-synced-data.ts";

export function syncDataRoutes(deps: Deps) {
  return routes({
    resetSyncedData: async ({ caller, log, ...origin }) => {
      await resetSyncedData(deps, caller, origin, log);
      return done;
    },
  });
}
