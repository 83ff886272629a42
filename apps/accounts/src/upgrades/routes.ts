import { activateUpgrade, listUnactivatedRegistrations } from "@foyer/contract/licenses";
import { type Route, route } from "@foyer/service-kit/call";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { activate } from "./activate-upgrade.ts";
import { waitingUpgrades } from "./upgrade-store.ts";

export function upgradeRoutes(deps: Deps): Route[] {
  return [
    route(listUnactivatedRegistrations, async ({ caller }) => {
      const upgrades = await waitingUpgrades(deps.db, caller.id);
      return upgrades.map((upgrade) => ({
        registration_id: upgrade.id,
        upgrade_name: upgrade.description,
        from_name: upgrade.from_name,
        upgrades_available: upgrade.upgrades_available,
        total_seats: upgrade.total_seats,
        seats: upgrade.seats,
      }));
    }),
    route(activateUpgrade, async ({ body, caller }) => ({
      ...done,
      seats_moved: await activate(deps, caller, body),
      unassigned: body.unassigned,
    })),
  ];
}
