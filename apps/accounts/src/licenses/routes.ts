import { routes } from "@foyer/service-kit/routes";
import { seenBy } from "../grants/apps.ts";
import type { Deps } from "../deps.ts";
import { listLicenseEvents } from "../license-events/license-events.ts";
import { ownedLicenses, ownLicenses } from "../stores/license-store.ts";
import { purchaseWire } from "./license-wire.ts";

export function licenseRoutes(deps: Deps) {
  const { db } = deps;
  return routes({
    listPurchases: async ({ caller }) => ({
      purchases: seenBy(deps, caller, ownLicenses.of(caller) ?? (await ownedLicenses(db, caller.id))).map(purchaseWire),
    }),
    listLicenseEvents: ({ params, query }) => listLicenseEvents(db, params.id, query),
  });
}
