import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { limitGuesses } from "../secrets/limit-guesses.ts";
import { disownByLink, disownEvent, readNotMe } from "./disown.ts";

/** Endpoints with which an owner reports that an event of the account was not her. */
export function notMeRoutes(deps: Deps) {
  return routes({
    disownEvent: async ({ params, caller, ...origin }) => ({
      ...done,
      mailed_to: await disownEvent(deps, caller, params.event, origin),
    }),
    readNotMe: ({ body, ip }) => limitGuesses(deps, ip, () => readNotMe(deps, body.token)),
    disownByLink: async ({ body, ...origin }) => ({
      ...done,
      ...(await limitGuesses(deps, origin.ip, () => disownByLink(deps, body.token, origin))),
    }),
  });
}
