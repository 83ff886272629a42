import { addManager, listLicenseEvents, listManagers, type Manager, removeManager } from "@foyer/contract/managers";
import { type Route, route } from "@foyer/service-kit/call";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { readLicenseEvents } from "../licenses/license-events.ts";
import { type OwnerRow, ownersOf } from "../licenses/license-store.ts";
import { addManagerTo, removeManagerFrom } from "./change-managers.ts";

function managersWire(owners: readonly OwnerRow[]): Manager[] {
  return owners.map(({ username, email }, index) => ({ username, email, is_contact: index === 0 }));
}

export function managerRoutes(deps: Deps): Route[] {
  return [
    route(listManagers, async ({ params }) => ({ managers: managersWire(await ownersOf(deps.db, params.id)) })),
    route(addManager, async ({ params, body, caller }) => ({
      ...done,
      managers: managersWire(await addManagerTo(deps, caller, params.id, body)),
    })),
    route(removeManager, async ({ params, body, caller }) => ({
      ...done,
      managers: managersWire(await removeManagerFrom(deps, caller, params.id, body.account_name)),
    })),
    route(listLicenseEvents, ({ params, query }) => readLicenseEvents(deps.db, params.id, query)),
  ];
}
