import { cookiesIn } from "@foyer/service-kit/cookies";
import type { KoaContextWithOIDC } from "oidc-provider";
import type { Deps } from "../deps.ts";
import { hashOf, newToken } from "../secrets/secret-values.ts";

const SECRET = /^ab_[\w-]{43}$/;

type Settings = Pick<Deps, "config">;

const isSecure = ({ config }: Settings): boolean => config.publicOrigin.startsWith("https:");

function nameOf(settings: Settings): string {
  return `${isSecure(settings) ? "__Host-" : ""}foyer-app-browser`;
}

/** Maximum number of cookies of one browser that are read. */
const COOKIES_MAX = 8;

/**
 * Returns the hashes of the browser's cookies. A browser in which no app has made a request has none. It has several after
 * concurrent requests, each of which set one.
 */
export function shownBrowsers(settings: Settings, cookies: string | string[] | undefined): Buffer[] {
  return cookiesIn(cookies, nameOf(settings))
    .filter((value) => SECRET.test(value))
    .slice(0, COOKIES_MAX)
    .map(hashOf);
}

const given = new WeakMap<object, string>();

/**
 * Returns the hashes of the cookies that tie an app's request to its browser, so that no other browser can answer it by its
 * address. A browser without a cookie gets a session cookie. Its name is unique, so that a concurrent request does not replace it.
 */
export function browserHashesOf(settings: Settings, ctx: KoaContextWithOIDC | undefined): [Buffer, ...Buffer[]] {
  if (!ctx) throw new Error("no request is under way");
  const [first, ...others] = shownBrowsers(settings, ctx.req.headers.cookie);
  if (first) return [first, ...others];
  const secret = given.get(ctx.req) ?? newToken("ab");
  if (!given.has(ctx.req)) {
    given.set(ctx.req, secret);
    const name = `${nameOf(settings)}-${hashOf(secret).toString("hex").slice(0, 8)}`;
    // Lax, because the browser must send it when an app's page leads here. The provider adds its own cookies.
    const line = `${name}=${secret}; Path=/; HttpOnly; SameSite=Lax${isSecure(settings) ? "; Secure" : ""}`;
    ctx.res.appendHeader("set-cookie", line);
  }
  return [hashOf(secret)];
}

/** Returns the hash of the cookie to which a new request of the browser is tied. */
export const browserHashOf = (settings: Settings, ctx: KoaContextWithOIDC | undefined): Buffer =>
  browserHashesOf(settings, ctx)[0];
