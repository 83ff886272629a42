import {
  readOwnRestore,
  staffAgreeRestore,
  staffAskRestore,
  staffListRestores,
  staffStopRestore,
  stopOwnRestore,
  stopRestore,
} from "@foyer/contract/access-restores";
import { type Route, route } from "@foyer/service-kit/call";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { limitGuesses } from "../mailed-secrets/limit-guesses.ts";
import { proved } from "../staff/proved.ts";
import { listRestores, readOwnRestoreOf } from "./read-restores.ts";
import { agreeRestore, askRestore, stopByStaff } from "./staff-restores.ts";
import { stopByLink, stopByOwner } from "./stop-restore.ts";

/** How access to an account is given back to somebody who lost everything, and how that is stopped. */
export function accessRestoreRoutes(deps: Deps): Route[] {
  return [
    route(readOwnRestore, async ({ caller }) => ({ restore: await readOwnRestoreOf(deps, caller.id) })),
    route(stopOwnRestore, async ({ caller, ...origin }) => {
      await stopByOwner(deps, caller, origin);
      return done;
    }),
    route(stopRestore, async ({ body, ...origin }) => ({
      ...done,
      username: await limitGuesses(deps, origin.ip, () => stopByLink(deps, body.token, origin)),
    })),
    route(staffAskRestore, async (call) => askRestore(deps, await proved(deps, call), call.params.username, call.body)),
    route(staffAgreeRestore, async (call) =>
      agreeRestore(deps, await proved(deps, call), call.params.username, call.body),
    ),
    route(staffStopRestore, ({ caller, params, body }) => stopByStaff(deps, caller, params.username, body)),
    route(staffListRestores, async () => ({ restores: await listRestores(deps) })),
  ];
}
