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

/** Returns the hash of the browser's cookie, or null for a browser that made no request of an app. */
export function shownBrowser(settings: Settings, cookies: string | string[] | undefined): Buffer | null {
  const value = cookieIn(cookies, nameOf(settings));
  return value !== null && SECRET.test(value) ? hashOf(value) : null;
}

const given = new WeakMap<object, string>();

/**
 * Returns the hash of the cookie that ties an app's request to its browser, so that no other browser can answer it by its
 * address. A browser without the cookie gets one for its session.
 */
export function browserHashOf(settings: Settings, ctx: KoaContextWithOIDC | undefined): Buffer {
  if (!ctx) throw new Error("no request is under way");
  const shown = shownBrowser(settings, ctx.req.headers.cookie);
  if (shown) return shown;
  const secret = given.get(ctx.req) ?? newToken("ab");
  if (!given.has(ctx.req)) {
    given.set(ctx.req, secret);
    // Lax, because the browser must send it when an app's page leads here. The provider adds its own cookies.
    const line = `${nameOf(settings)}=${secret}; Path=/; HttpOnly; SameSite=Lax${isSecure(settings) ? "; Secure" : ""}`;
    ctx.res.appendHeader("set-cookie", line);
  }
  return hashOf(secret);
}
