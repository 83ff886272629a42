import { refuse } from "@foyer/service-kit/errors";
import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { introspect } from "./introspect.ts";
import { endOtherSessions, endSession, listSessions } from "./own-sessions.ts";
import { dropCookie, keepsCookie, refreshTokenIn, withCookie } from "./refresh-cookie.ts";
import { refreshSession } from "./refresh-session.ts";
import { signIn } from "./sign-in.ts";
import { signOut } from "./sign-out.ts";

export function sessionRoutes(deps: Deps) {
  return routes({
    signIn: ({ body, ip, userAgent, requestId, headers, setCookie }) => {
      const { username, password, otp, trust_browser } = body;
      const call = { ip, userAgent, requestId, headers, setCookie };
      return withCookie(deps, call, () => signIn(deps, { username, password, otp, trust_browser, ...call }));
    },
    refreshSession: ({ body, ...call }) => {
      const inCookie = keepsCookie(deps, call) ? refreshTokenIn(deps, call.headers) : null;
      // A token in the body goes first: a page of an earlier version kept it, and it moves into the cookie.
      const token = body.refresh_token ?? inCookie;
      if (token === null && keepsCookie(deps, call)) refuse("session.required");
      if (token === null) refuse("input.invalid", { field: "refresh_token", message: "is missing" });
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
    introspect: ({ body }) => introspect(deps, body.token),
  });
}
