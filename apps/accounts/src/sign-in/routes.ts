import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { withCookie } from "../sessions/refresh-cookie.ts";
import { signIn } from "./sign-in.ts";

export function signInRoutes(deps: Deps) {
  return routes({
    signIn: ({ body, ip, userAgent, requestId, headers, setCookie }) => {
      const { username, password, otp, trust_browser } = body;
      const call = { ip, userAgent, requestId, headers, setCookie };
      return withCookie(deps, call, () => signIn(deps, { username, password, otp, trust_browser, ...call }));
    },
  });
}
