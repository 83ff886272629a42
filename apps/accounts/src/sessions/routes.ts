import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { introspect } from "./introspect.ts";
import { endOtherSessions, endSession, listSessions } from "./own-sessions.ts";
import { refreshSession } from "./refresh-session.ts";
import { signIn } from "./sign-in.ts";
import { signOut } from "./sign-out.ts";

export function sessionRoutes(deps: Deps) {
  return routes({
    signIn: ({ body, ip, userAgent, requestId, headers, setCookie }) => {
      const { username, password, otp, trust_browser } = body;
      const call = { ip, userAgent, requestId, headers, setCookie };
      return signIn(deps, { username, password, otp, trust_browser, ...call });
    },
    refreshSession: ({ body, ...origin }) => refreshSession(deps, body.refresh_token, origin),
    signOut: async ({ caller, ...origin }) => {
      await signOut(deps, caller, origin);
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
