import { type Cookie, cookieIn } from "@foyer/service-kit/cookies";
import type { Call } from "@foyer/service-kit/call";
import type { Deps } from "../deps.ts";
import { lifetimes } from "../lifetimes.ts";

/** Accounts that one browser is known to: each has a cookie of its own, in a slot. So a browser never sends more. */
const SLOTS = 5;

const SECRET = /^br_[\w-]{43}$/;

type Settings = Pick<Deps, "config">;
export type Headers = Call<never>["headers"];

const isSecure = ({ config }: Settings): boolean => config.publicOrigin.startsWith("https:");

function nameOf(settings: Settings, slot: number): string {
  return `${isSecure(settings) ? "__Host-" : ""}foyer-browser-${slot}`;
}

/**
 * Whether a request may show and get cookies: one of a page of ours, or of a program that is no browser.
 *
 * A page of somebody else's can have a browser sign in to that person's account. Its answer must not take the place of
 * the cookie by which the browser is known to its owner.
 */
export function mayHoldCookies({ config }: Settings, headers: Headers): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  return headers["origin"] === undefined || headers["origin"] === config.publicOrigin;
}

/** What the browser shows, slot by slot; null where a slot is empty or holds what was never ours. */
export function shownSecrets(settings: Settings, headers: Headers): (string | null)[] {
  const mayShow = mayHoldCookies(settings, headers);
  return Array.from({ length: SLOTS }, (_, slot) => {
    const value = mayShow ? cookieIn(headers["cookie"], nameOf(settings, slot)) : null;
    return value !== null && SECRET.test(value) ? value : null;
  });
}

/** Keeps the secret in the browser, by which it is known for half a year from now. */
export function browserCookie(settings: Settings, slot: number, secret: string): Cookie {
  const secure = isSecure(settings);
  return { name: nameOf(settings, slot), value: secret, maxAgeSeconds: lifetimes.knownBrowser, secure };
}
