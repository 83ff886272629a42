import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { listAccountEvents } from "./list-account-events.ts";

/** Endpoints about the events of an account. */
export function accountEventRoutes(deps: Deps) {
  return routes({
    listAccountEvents: ({ query, caller }) => listAccountEvents(deps, caller, query),
  });
}
