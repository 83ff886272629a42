import { disownByLink, disownEvent, listAccountEvents, readNotMe } from "@foyer/contract/account-events";
import { type Route, route } from "@foyer/service-kit/call";
import { listEventsOf } from "./list-account-events.ts";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { limitGuesses } from "../mailed-secrets/limit-guesses.ts";
import { disownBy, disownEventOf, lookAtNotMe } from "../not-me/disown.ts";

/** What happened to an account, and its owner's word that it was somebody else. */
export function accountEventRoutes(deps: Deps): Route[] {
  return [
    route(listAccountEvents, ({ query, caller }) => listEventsOf(deps, caller, query)),
    route(disownEvent, async ({ params, caller, ...origin }) => ({
      ...done,
      mailed_to: await disownEventOf(deps, caller, params.event, origin),
    })),
    route(readNotMe, ({ body, ip }) => limitGuesses(deps, ip, () => lookAtNotMe(deps, body.token))),
    route(disownByLink, async ({ body, ...origin }) => ({
      ...done,
      ...(await limitGuesses(deps, origin.ip, () => disownBy(deps, body.token, origin))),
    })),
  ];
}
