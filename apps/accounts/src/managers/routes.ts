import { addManager, listLicenseEvents, listManagers, removeManager, undoContact } from "@foyer/contract/managers";
import { type Route, route } from "@foyer/service-kit/call";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { readLicenseEvents } from "../licenses/license-events.ts";
import { ownersOf } from "../licenses/license-store.ts";
import { limitGuesses } from "../mailed-secrets/limit-guesses.ts";
import { addManagerTo } from "./add-manager.ts";
import { managersWire } from "./manager-wire.ts";
import { removeManagerFrom } from "./remove-manager.ts";
import { undoContactBy } from "./undo-contact.ts";

export function managerRoutes(deps: Deps): Route[] {
  return [
    route(listManagers, async ({ params: { id }, caller }) => ({
      managers: await managersWire(deps, caller, id, await ownersOf(deps.db, id)),
    })),
    route(addManager, async ({ params: { id }, body, caller, ...origin }) => ({
      ...done,
      managers: await managersWire(deps, caller, id, await addManagerTo(deps, caller, id, body, origin)),
    })),
    route(removeManager, async ({ params: { id }, body, caller, ...origin }) => ({
      ...done,
      managers: await managersWire(deps, caller, id, await removeManagerFrom(deps, caller, id, body, origin)),
    })),
    route(undoContact, async ({ body, ...origin }) => ({
      ...done,
      description: await limitGuesses(deps, origin.ip, () => undoContactBy(deps, body.token, origin)),
    })),
    route(listLicenseEvents, ({ params, query }) => readLicenseEvents(deps.db, params.id, query)),
  ];
}
