import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { limitGuesses } from "../secrets/limit-guesses.ts";
import { closeAccount, readClosing } from "./close-account.ts";
import { comeBack, askToComeBack } from "./come-back.ts";

/** Endpoints to close the own account and to come back. */
export function closingRoutes(deps: Deps) {
  return routes({
    readClosing: ({ caller }) => readClosing(deps, caller),
    closeAccount: async ({ body, caller, ...origin }) => ({
      ...done,
      ...(await closeAccount(deps, caller, body, origin)),
    }),
    askToComeBack: async ({ body, ...origin }) => {
      await askToComeBack(deps, body, origin);
      return done;
    },
    comeBack: async ({ body, ...origin }) => ({
      ...done,
      username: await limitGuesses(deps, origin.ip, () => comeBack(deps, body.token, origin)),
    }),
  });
}
