import { createHmac } from "node:crypto";
import { hasDesk } from "@foyer/contract/brand-desk";
import type { SignedIn } from "@foyer/contract/sign-in";
import { SESSION_COOKIE_HEADER } from "@foyer/contract/session-cookie";
import type { Call } from "@foyer/service-kit/call";
import { cookieIn } from "@foyer/service-kit/cookies";
import { refuse } from "@foyer/service-kit/errors";
import { isSame } from "@foyer/service-kit/http";
import { isLoopback } from "@foyer/service-kit/loopback";
import type { Deps } from "../deps.ts";
import { hashOf } from "../secrets/secret-values.ts";

/** Path of the cookie with the refresh token. */
const PATH = "/api/1.1/refresh/";

/** Path of the second cookie, which only identifies the session to requests of apps. */
const APPS_PATH = "/oauth/authorize";

/** Paths of cookies that identify the session to the forms of the consumer desk, to fill them in. */
const DESK_PATHS = ["/withdraw", "/cancel"] as const;

type Settings = Pick<Deps, "config" | "serviceCredential" | "brand">;
type CookieCall = Pick<Call<never>, "headers" | "setCookie">;

const isHttps = ({ config }: Settings): boolean => config.publicOrigin.startsWith("https:");

const nameOf = (settings: Settings): string => `${isHttps(settings) ? "__Secure-" : ""}foyer-refresh`;

const namingCookie = (settings: Settings, name = "foyer-portal-session"): string =>
  `${isHttps(settings) ? "__Secure-" : ""}${name}`;

/** A name for each path, because the cookies of one answer have different names. */
const deskCookies = (settings: Settings): readonly (readonly [name: string, path: string])[] =>
  DESK_PATHS.map((path) => [namingCookie(settings, `foyer-portal-desk-${path.slice(1)}`), path]);

const sealOf = ({ serviceCredential }: Settings, name: string): string =>
  createHmac("sha256", serviceCredential).update(`portal session ${name}`).digest("base64url");

/** Identifies a session by the signed hash of its refresh token, so that a stored hash alone cannot be used. */
const nameUnderSeal = (settings: Settings, refreshToken: string): string => {
  const name = hashOf(refreshToken).toString("base64url");
  return `${name}${sealOf(settings, name)}`;
};

function hashUnderSeal(settings: Settings, cookies: string | undefined, cookie: string): Buffer | null {
  const [, name = "", seal = ""] = /^([\w-]{43})([\w-]{43})$/.exec(cookieIn(cookies, cookie) ?? "") ?? [];
  const isOurs = seal !== "" && isSame(sealOf(settings, name), seal);
  return isOurs ? Buffer.from(name, "base64url") : null;
}

/** The hash of the refresh token of the portal's session in this browser; null without one. */
export const portalRefreshHash = (settings: Settings, cookies: string | undefined): Buffer | null =>
  hashUnderSeal(settings, cookies, namingCookie(settings));

/** The same for a form of the desk, whose cookies have other paths. */
export function deskRefreshHash(settings: Settings, cookies: string): Buffer | null {
  for (const [cookie] of deskCookies(settings)) {
    const hash = hashUnderSeal(settings, cookies, cookie);
    if (hash) return hash;
  }
  return null;
}

function put(settings: Settings, { setCookie }: CookieCall, token: string | null, maxAgeSeconds: number): void {
  // Browsers accept secure cookies from loopback pages without TLS.
  const secure = isHttps(settings) || isLoopback(new URL(settings.config.publicOrigin).hostname);
  const kept = { maxAgeSeconds, secure };
  setCookie({ ...kept, name: nameOf(settings), value: token ?? "none", path: PATH });
  const named = token === null ? "none" : nameUnderSeal(settings, token);
  setCookie({ ...kept, name: namingCookie(settings), value: named, path: APPS_PATH, lax: true });
  if (!hasDesk(settings.brand)) return;
  for (const [name, path] of deskCookies(settings)) setCookie({ ...kept, name, value: named, path, lax: true });
}

/** True if a page of the portal sent the request. */
function isFromPortal({ config }: Settings, headers: CookieCall["headers"]): boolean {
  if (headers["sec-fetch-site"] === "same-origin") return true;
  return [config.publicOrigin, ...config.portalOrigins].some((origin) => origin === headers["origin"]);
}

/**
 * True if the caller keeps the session in a cookie, as the portal does. Refuses `permission.denied` for pages of other origins: they
 * can make a browser send its cookies, and must neither use nor replace the session there.
 */
export function keepsCookie(settings: Settings, { headers }: Pick<CookieCall, "headers">): boolean {
  if (headers[SESSION_COOKIE_HEADER] === undefined) return false;
  if (!isFromPortal(settings, headers)) refuse("permission.denied", { reason: "not_a_portal_page" });
  return true;
}

/** The refresh token of the browser's cookie; null without one. */
export function refreshTokenIn(settings: Settings, headers: CookieCall["headers"]): string | null {
  return cookieIn(headers["cookie"], nameOf(settings));
}

/**
 * Opens or renews a session for a caller. If the caller keeps it in a cookie, the refresh token moves there, and the answer contains
 * none, so that no script can read it.
 */
export async function withCookie<Opened extends Pick<SignedIn, "token">>(
  settings: Settings,
  call: CookieCall,
  open: () => Promise<Opened>,
): Promise<Opened> {
  const isKept = keepsCookie(settings, call);
  const opened = await open();
  if (!isKept) return opened;
  put(settings, call, opened.token.refresh_token, opened.token.refresh_expires_in);
  return { ...opened, token: { ...opened.token, refresh_token: "" } };
}

/** Removes the cookie of a session that has ended. */
export function dropCookie(settings: Settings, call: CookieCall): void {
  if (keepsCookie(settings, call)) put(settings, call, null, 0);
}
