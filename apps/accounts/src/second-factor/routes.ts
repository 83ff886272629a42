import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { confirmSecondFactor, removeSecondFactor, startSecondFactor } from "./change-second-factor.ts";
import { factorState } from "../stores/second-factor-store.ts";

export function secondFactorRoutes(deps: Deps) {
  return routes({
    readSecondFactor: ({ caller }) => factorState(deps.db, caller.id),
    startSecondFactor: ({ body, caller, ...origin }) => startSecondFactor(deps, caller, body.password, origin),
    confirmSecondFactor: async ({ body, caller, ...origin }) => ({
      ...done,
      recovery_codes: await confirmSecondFactor(deps, caller, body.otp, origin),
    }),
    removeSecondFactor: async ({ body, caller, ...origin }) => {
      await removeSecondFactor(deps, caller, body, origin);
      return done;
    },
  });
}
