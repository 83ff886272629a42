import { listManagedLicenses, listPurchases } from "@foyer/contract/licenses";
import { type Route, route } from "@foyer/service-kit/call";
import type { Deps } from "../deps.ts";
import { managedLicenses, ownedLicenses } from "./license-store.ts";
import { managedLicenseWire, purchaseWire } from "./license-wire.ts";

export function licenseRoutes({ db, config }: Deps): Route[] {
  return [
    route(listManagedLicenses, async ({ caller }) => {
      const licenses = await managedLicenses(db, caller.id);
      return { managed_team_licenses: licenses.map((license) => managedLicenseWire(license, config.publicOrigin)) };
    }),
    route(listPurchases, async ({ caller }) => ({ purchases: (await ownedLicenses(db, caller.id)).map(purchaseWire) })),
  ];
}
