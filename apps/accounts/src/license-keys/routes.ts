import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { purchaseWire } from "../licenses/license-wire.ts";
import { registerLicenseKey } from "./register-license-key.ts";

export function licenseKeyRoutes(deps: Deps) {
  return routes({
    registerLicenseKey: async ({ body, caller, ...origin }) => ({
      ...done,
      registration: purchaseWire(await registerLicenseKey(deps, caller, body, origin)),
    }),
  });
}
