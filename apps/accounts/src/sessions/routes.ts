import { refreshSession, signIn, signOut } from "@foyer/contract/sign-in";
import { type Route, route } from "@foyer/service-kit/call";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { refresh } from "./refresh.ts";
import { signInPerson } from "./sign-in.ts";
import { signOutPerson } from "./sign-out.ts";

export function sessionRoutes(deps: Deps): Route[] {
  return [
    route(signIn, ({ body, ip, userAgent, requestId }) =>
      signInPerson(deps, { ...body, otp: body.otp, ip, userAgent, requestId }),
    ),
    route(refreshSession, ({ body, ...origin }) => refresh(deps, body.refresh_token, origin)),
    route(signOut, async ({ caller, ...origin }) => {
      await signOutPerson(deps, caller, origin);
      return done;
    }),
  ];
}
