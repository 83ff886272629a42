import { instantOf } from "@foyer/contract/wire-values";
import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { purchaseWire } from "../licenses/license-wire.ts";
import { replaceLicenseKey } from "./replace-key.ts";
import { registerLicenseKey } from "./register-license-key.ts";

export function licenseKeyRoutes(deps: Deps) {
  return routes({
    registerLicenseKey: async ({ body, caller, ...origin }) => ({
      ...done,
      registration: purchaseWire(await registerLicenseKey(deps, caller, body, origin)),
    }),
    replaceLicenseKey: async ({ params, body, caller, ...origin }) => {
      const { key, endsAt } = await replaceLicenseKey(deps, caller, params.id, body, origin);
      return { ...done, key, old_key_ends: instantOf(endsAt) };
    },
  });
}
