import { refuse } from "@foyer/service-kit/errors";
import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { introspect } from "./introspect.ts";
import { endBrowserTrust, endOtherSessions, endSession, listSessions } from "./own-sessions.ts";
import { dropCookie, keepsCookie, refreshTokenIn, withCookie } from "./refresh-cookie.ts";
import { refreshSession } from "./refresh-session.ts";
import { signOut } from "./sign-out.ts";

export function sessionRoutes(deps: Deps) {
  return routes({
    refreshSession: ({ body, ...call }) => {
      const inCookie = keepsCookie(deps, call) ? refreshTokenIn(deps, call.headers) : null;
      // A token in the body goes first: a page of an earlier version kept it, and it moves into the cookie.
      const token = body.refresh_token ?? inCookie;
      if (token === null && keepsCookie(deps, call)) refuse("session.required");
      if (token === null) refuse("input.invalid", { field: "refresh_token", reason: "missing" });
      return withCookie(deps, call, () => refreshSession(deps, token, call));
    },
    signOut: async ({ caller, ...call }) => {
      // The cookie belongs to the staff member's own session, not to a view.
      if (!caller.viewOnly) dropCookie(deps, call);
      await signOut(deps, caller, call);
      return done;
    },
    listSessions: ({ caller }) => listSessions(deps, caller),
    endOtherSessions: async ({ caller, ...origin }) => ({
      ...done,
      ended: await endOtherSessions(deps, caller, origin),
    }),
    endSession: async ({ params, caller, ...origin }) => {
      await endSession(deps, caller, params.session, origin);
      return done;
    },
    endBrowserTrust: async ({ params, caller, ...origin }) => {
      await endBrowserTrust(deps, caller, params.browser, origin);
      return done;
    },
    introspect: ({ body }) => introspect(deps, body.token),
  });
}
