import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { limitGuesses } from "../secrets/limit-guesses.ts";
import { proved } from "../staff-acts/proved.ts";
import { staffListRestores, readOwnRestore } from "./read-restores.ts";
import { staffAgreeRestore, staffAskRestore, staffStopRestore } from "./staff-restores.ts";
import { stopRestore, stopOwnRestore } from "./stop-restore.ts";

/** Endpoints that restore access to an account for a person who lost everything, and that stop such a restore. */
export function accessRestoreRoutes(deps: Deps) {
  return routes({
    readOwnRestore: async ({ caller }) => ({ restore: await readOwnRestore(deps, caller.id) }),
    stopOwnRestore: async ({ caller, ...origin }) => {
      await stopOwnRestore(deps, caller, origin);
      return done;
    },
    stopRestore: async ({ body, ...origin }) => ({
      ...done,
      username: await limitGuesses(deps, origin.ip, () => stopRestore(deps, body.token, origin)),
    }),
    staffAskRestore: async (call) => staffAskRestore(deps, await proved(deps, call), call.params.username, call.body),
    staffAgreeRestore: async (call) =>
      staffAgreeRestore(deps, await proved(deps, call), call.params.username, call.body),
    staffStopRestore: ({ caller, params, body }) => staffStopRestore(deps, caller, params.username, body),
    staffListRestores: async () => ({ restores: await staffListRestores(deps) }),
  });
}
