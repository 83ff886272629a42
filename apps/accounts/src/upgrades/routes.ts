import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { activateUpgrade } from "./activate-upgrade.ts";
import { waitingUpgrades } from "./upgrade-store.ts";

export function upgradeRoutes(deps: Deps) {
  return routes({
    listUnactivatedRegistrations: async ({ caller }) => {
      const upgrades = await waitingUpgrades(deps.db, caller.id);
      return upgrades.map((upgrade) => ({
        registration_id: upgrade.id,
        upgrade_name: upgrade.description,
        from_name: upgrade.from_name,
        upgrades_available: upgrade.upgrades_available,
        total_seats: upgrade.total_seats,
        seats: upgrade.seats,
      }));
    },
    activateUpgrade: async ({ body, caller }) => ({
      ...done,
      seats_moved: await activateUpgrade(deps, caller, body),
      unassigned: body.unassigned,
    }),
  });
}
