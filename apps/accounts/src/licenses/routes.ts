import { listManagedLicenses, listPurchases, registerLicenseKey } from "@foyer/contract/licenses";
import { type Route, route } from "@foyer/service-kit/call";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { registerKey } from "../license-keys/register-license-key.ts";
import { acceptManaging } from "../managers/known-managers.ts";
import { managedLicenses, ownedLicenses } from "./license-store.ts";
import { managedLicenseWire, purchaseWire } from "./license-wire.ts";

export function licenseRoutes(deps: Deps): Route[] {
  const { db, config } = deps;
  return [
    route(listManagedLicenses, async ({ caller }) => {
      const licenses = await managedLicenses(db, caller.id);
      // Staff who look through her eyes accept nothing for her.
      if (!caller.viewOnly && licenses.some(({ accepted }) => !accepted)) await acceptManaging(db, caller.id);
      return { managed_team_licenses: licenses.map((license) => managedLicenseWire(license, config.publicOrigin)) };
    }),
    route(listPurchases, async ({ caller }) => ({ purchases: (await ownedLicenses(db, caller.id)).map(purchaseWire) })),
    route(registerLicenseKey, async ({ body, caller, ...origin }) => ({
      ...done,
      registration: purchaseWire(await registerKey(deps, caller, body, origin)),
    })),
  ];
}
