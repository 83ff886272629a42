import {
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  startSecondFactor,
} from "@foyer/contract/second-factor";
import { type Route, route } from "@foyer/service-kit/call";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { confirmFactorOf, removeFactor, startFactor } from "./change-second-factor.ts";
import { factorState } from "./second-factor-store.ts";

export function secondFactorRoutes(deps: Deps): Route[] {
  return [
    route(readSecondFactor, ({ caller }) => factorState(deps.db, caller.id)),
    route(startSecondFactor, ({ body, caller, ...origin }) => startFactor(deps, caller, body.password, origin)),
    route(confirmSecondFactor, async ({ body, caller, ...origin }) => ({
      ...done,
      recovery_codes: await confirmFactorOf(deps, caller, body.otp, origin),
    })),
    route(removeSecondFactor, async ({ body, caller, ...origin }) => {
      await removeFactor(deps, caller, body, origin);
      return done;
    }),
  ];
}
