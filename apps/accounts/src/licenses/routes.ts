import { routes } from "@foyer/service-kit/routes";
import { seenBy } from "../apps/apps.ts";
import type { Deps } from "../deps.ts";
import { acceptManaging } from "../managers/known-manager-store.ts";
import { listLicenseEvents } from "./license-events.ts";
import { managedLicenses, ownedLicenses } from "./license-store.ts";
import { managedLicenseWire, purchaseWire } from "./license-wire.ts";

export function licenseRoutes(deps: Deps) {
  const { db, config } = deps;
  return routes({
    listManagedLicenses: async ({ caller }) => {
      const licenses = await managedLicenses(db, caller.id);
      // A staff member's view must not accept on her behalf.
      if (!caller.viewOnly && licenses.some(({ accepted }) => !accepted)) await acceptManaging(db, caller.id);
      return { managed_team_licenses: licenses.map((license) => managedLicenseWire(license, config.publicOrigin)) };
    },
    listPurchases: async ({ caller }) => ({
      purchases: seenBy(deps, caller, await ownedLicenses(db, caller.id)).map(purchaseWire),
    }),
    listLicenseEvents: ({ params, query }) => listLicenseEvents(db, params.id, query),
  });
}
