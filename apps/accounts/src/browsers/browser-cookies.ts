import { type Cookie, cookieIn } from "@foyer/service-kit/cookies";
import type { Call } from "@foyer/service-kit/call";
import type { Deps } from "../deps.ts";
import { lifetimes } from "../lifetimes.ts";

/**
 * Maximum number of accounts that one browser is known to. Each has a separate cookie, in a slot, so a browser never sends more.
 */
const SLOTS = 5;

const SECRET = /^br_[\w-]{43}$/;

type Settings = Pick<Deps, "config">;
export type Headers = Call<never>["headers"];

const isSecure = ({ config }: Settings): boolean => config.publicOrigin.startsWith("https:");

function nameOf(settings: Settings, slot: number): string {
  return `${isSecure(settings) ? "__Host-" : ""}foyer-browser-${slot}`;
}

/**
 * True when a request may send and receive the cookies: it is from our pages or from a program that is not a browser.
 *
 * Another site can make a browser sign in to the attacker's account. The answer must not replace the cookie by which the browser
 * is known to its owner.
 */
export function mayHoldCookies({ config }: Settings, headers: Headers): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  return headers["origin"] === undefined || headers["origin"] === config.publicOrigin;
}

/** The secrets that the browser sent, slot by slot; null for a slot that is empty or has an invalid value. */
export function shownSecrets(settings: Settings, headers: Headers): (string | null)[] {
  const mayShow = mayHoldCookies(settings, headers);
  return Array.from({ length: SLOTS }, (_, slot) => {
    const value = mayShow ? cookieIn(headers["cookie"], nameOf(settings, slot)) : null;
    return value !== null && SECRET.test(value) ? value : null;
  });
}

/** The cookie that stores the secret in the browser for half a year. */
export function browserCookie(settings: Settings, slot: number, secret: string): Cookie {
  const secure = isSecure(settings);
  return { name: nameOf(settings, slot), value: secret, maxAgeSeconds: lifetimes.knownBrowser, secure };
}
