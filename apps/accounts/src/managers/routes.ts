import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { ownersOf } from "../licenses/license-store.ts";
import { limitGuesses } from "../mailed-secrets/limit-guesses.ts";
import { addManager } from "./add-manager.ts";
import { managersWire } from "./manager-wire.ts";
import { removeManager } from "./remove-manager.ts";
import { undoContact } from "./undo-contact.ts";

export function managerRoutes(deps: Deps) {
  return routes({
    listManagers: async ({ params: { id }, caller }) => ({
      managers: await managersWire(deps, caller, id, await ownersOf(deps.db, id)),
    }),
    addManager: async ({ params: { id }, body, caller, ...origin }) => ({
      ...done,
      managers: await managersWire(deps, caller, id, await addManager(deps, caller, id, body, origin)),
    }),
    removeManager: async ({ params: { id }, body, caller, ...origin }) => ({
      ...done,
      managers: await managersWire(deps, caller, id, await removeManager(deps, caller, id, body, origin)),
    }),
    undoContact: async ({ body, ...origin }) => ({
      ...done,
      description: await limitGuesses(deps, origin.ip, () => undoContact(deps, body.token, origin)),
    }),
  });
}
