import { endBrowserTrust, endOtherSessions, endSession, listSessions, provePassword } from "@foyer/contract/sessions";
import { refreshSession, signIn, signOut } from "@foyer/contract/sign-in";
import { type Route, route } from "@foyer/service-kit/call";
import { endTrust } from "../browsers/end-trust.ts";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { lifetimes } from "../lifetimes.ts";
import { requireProof } from "../passwords/prove-password.ts";
import { endOtherSessionsOf, endOwnSession, listOwnSessions } from "./own-sessions.ts";
import { refresh } from "./refresh.ts";
import { signInPerson } from "./sign-in.ts";
import { signOutPerson } from "./sign-out.ts";

export function sessionRoutes(deps: Deps): Route[] {
  return [
    route(signIn, ({ body, ip, userAgent, requestId, headers, setCookie }) => {
      const { username, password, otp, trust_browser } = body;
      const call = { ip, userAgent, requestId, headers, setCookie };
      return signInPerson(deps, { username, password, otp, trust_browser, ...call });
    }),
    route(refreshSession, ({ body, ...origin }) => refresh(deps, body.refresh_token, origin)),
    route(signOut, async ({ caller, ...origin }) => {
      await signOutPerson(deps, caller, origin);
      return done;
    }),
    route(listSessions, ({ caller }) => listOwnSessions(deps, caller)),
    route(endOtherSessions, async ({ caller, ...origin }) => ({
      ...done,
      ended: await endOtherSessionsOf(deps, caller, origin),
    })),
    route(endSession, async ({ params, caller, ...origin }) => {
      await endOwnSession(deps, caller, params.session, origin);
      return done;
    }),
    route(endBrowserTrust, async ({ params, caller, ...origin }) => {
      await endTrust(deps, caller, params.browser, origin);
      return done;
    }),
    route(provePassword, async ({ body, caller, ...origin }) => {
      await requireProof(deps, caller, body.password, origin);
      return { ...done, good_for: lifetimes.proof };
    }),
  ];
}
