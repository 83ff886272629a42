import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { endBrowserTrust } from "./end-browser-trust.ts";

export function browserRoutes(deps: Deps) {
  return routes({
    endBrowserTrust: async ({ params, caller, ...origin }) => {
      await endBrowserTrust(deps, caller, params.browser, origin);
      return done;
    },
  });
}
