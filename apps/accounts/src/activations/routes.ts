import { routes } from "@foyer/service-kit/routes";
import { instantOf } from "@foyer/contract/wire-values";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { activate } from "./activate.ts";
import { activateByKey } from "./activate-by-key.ts";
import { findLicenseKeys } from "./find-license-keys.ts";
import { freeActivation } from "./free-activation.ts";
import { countUnusedSeats, listActivations, listLicenseActivations } from "./list-activations.ts";
import { makeMachineFile } from "./make-machine-file.ts";
import { validateActivation } from "./validate-activation.ts";

export function activationRoutes(deps: Deps) {
  return routes({
    activateByKey: async ({ body, ip, answerCreated }) => {
      const { isNew, ...given } = await activateByKey(deps, body, ip);
      if (isNew) answerCreated();
      return given;
    },
    activate: async ({ body, caller, answerCreated, ...origin }) => {
      const { activation, isNew } = await activate(deps, caller, body, origin);
      if (isNew) answerCreated();
      return { activation };
    },
    listActivations: ({ caller }) => listActivations(deps, caller),
    validateActivation: (call) => validateActivation(deps, call),
    freeActivation: async ({ params, caller, ...origin }) => {
      await freeActivation(deps, caller, params.activation, origin);
      return done;
    },
    makeMachineFile: async ({ params, body, caller }) => ({
      name: "device.machine",
      content: Buffer.from(await makeMachineFile(deps, caller, params.activation, body)),
    }),
    listLicenseActivations: ({ params }) => listLicenseActivations(deps, params.id),
    countUnusedSeats: async ({ body }) => ({ unused: await countUnusedSeats(deps, body.registration_id) }),
    listLicenseSigningKeys: async () => ({
      keys: (await deps.licenseSecrets.publicKeys()).map(({ from, until, ...key }) => ({
        ...key,
        from: instantOf(from),
        until: until && instantOf(until),
      })),
    }),
    findLicenseKeys: async ({ body, ip }) => {
      await findLicenseKeys(deps, body.email_address, ip);
      return done;
    },
  });
}
