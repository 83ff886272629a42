import { cookieIn } from "@foyer/service-kit/cookies";
import type { KoaContextWithOIDC } from "oidc-provider";
import type { Deps } from "../deps.ts";
import { hashOf, newToken } from "../secrets/secret-values.ts";

const SECRET = /^ab_[\w-]{43}$/;

type Settings = Pick<Deps, "config">;

const isSecure = ({ config }: Settings): boolean => config.publicOrigin.startsWith("https:");

function nameOf(settings: Settings): string {
  return `${isSecure(settings) ? "__Host-" : ""}foyer-app-browser`;
}

/** What the browser of a call is known by while it answers apps; null for one that never came with a request. */
export function shownBrowser(settings: Settings, cookies: string | string[] | undefined): Buffer | null {
  const value = cookieIn(cookies, nameOf(settings));
  return value !== null && SECRET.test(value) ? hashOf(value) : null;
}

const given = new WeakMap<object, string>();

/**
 * The hash of the cookie that ties a request of an app to its browser: somebody who is sent the address of another's
 * request cannot answer it. A browser without one is given one, for as long as it is open.
 */
export function browserHashOf(settings: Settings, ctx: KoaContextWithOIDC | undefined): Buffer {
  if (!ctx) throw new Error("no request is under way");
  const shown = shownBrowser(settings, ctx.req.headers.cookie);
  if (shown) return shown;
  const secret = given.get(ctx.req) ?? newToken("ab");
  if (!given.has(ctx.req)) {
    given.set(ctx.req, secret);
    // Lax: it has to come along when an app's page leads here. The provider's own cookies are added to it.
    const line = `${nameOf(settings)}=${secret}; Path=/; HttpOnly; SameSite=Lax${isSecure(settings) ? "; Secure" : ""}`;
    ctx.res.appendHeader("set-cookie", line);
  }
  return hashOf(secret);
}
