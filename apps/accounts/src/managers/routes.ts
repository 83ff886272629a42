import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { managedLicenses, ownersOf, ownManagedLicenses } from "../stores/license-store.ts";
import { managedLicenseWire } from "../licenses/license-wire.ts";
import { planToBuy } from "../trials/trial-offer.ts";
import { limitGuesses } from "../secrets/limit-guesses.ts";
import { addManager } from "./add-manager.ts";
import { acceptManaging } from "./known-manager-store.ts";
import { managersWire } from "./manager-wire.ts";
import { removeManager } from "./remove-manager.ts";
import { undoContact } from "./undo-contact.ts";

export function managerRoutes(deps: Deps) {
  const { db, config } = deps;
  return routes({
    listManagedLicenses: async ({ caller }) => {
      const licenses = ownManagedLicenses.of(caller) ?? (await managedLicenses(db, caller.id));
      // A staff member's view must not accept on her behalf.
      if (!caller.viewOnly && licenses.some(({ accepted }) => !accepted)) await acceptManaging(db, caller.id);
      const plan = (productId: string) => planToBuy(deps.brand, productId);
      return {
        managed_team_licenses: licenses.map((license) => managedLicenseWire(license, config.publicOrigin, plan)),
      };
    },
    listManagers: async ({ params: { id }, caller }) => ({
      managers: await managersWire(deps, caller, id, await ownersOf(db, id)),
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
