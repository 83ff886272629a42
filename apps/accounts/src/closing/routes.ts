import { askToComeBack, closeAccount, comeBack, readClosing } from "@foyer/contract/closing";
import { type Route, route } from "@foyer/service-kit/call";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { limitGuesses } from "../mailed-secrets/limit-guesses.ts";
import { closeOwnAccount, readClosingOf } from "./close-account.ts";
import { comeBackBy, mailComeBackLink } from "./come-back.ts";

/** The end of an account by its owner, and the way back. */
export function closingRoutes(deps: Deps): Route[] {
  return [
    route(readClosing, ({ caller }) => readClosingOf(deps, caller)),
    route(closeAccount, async ({ body, caller, ...origin }) => ({
      ...done,
      ...(await closeOwnAccount(deps, caller, body, origin)),
    })),
    route(askToComeBack, async ({ body, ...origin }) => {
      await mailComeBackLink(deps, body, origin);
      return done;
    }),
    route(comeBack, async ({ body, ...origin }) => ({
      ...done,
      username: await limitGuesses(deps, origin.ip, () => comeBackBy(deps, body.token, origin)),
    })),
  ];
}
