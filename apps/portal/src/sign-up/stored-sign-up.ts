import { safeReturnLink } from "@foyer/domain/return-link";
import { brand } from "../shared/settings.ts";
import type { BegunSignUp } from "./sign-up.ts";

const key = "foyer.sign-up";
const returnKey = "foyer.return";
const invitationKey = "foyer.invitation";
const doneKey = "foyer.signed-up";

/** The sign-up that was begun in this browser; null for none. */
export function readBegun(): BegunSignUp | null {
  try {
    const value = JSON.parse(localStorage.getItem(key) ?? "null") as Partial<BegunSignUp> | null;
    return typeof value?.email === "string" ? { email: value.email, token: value.token ?? null } : null;
  } catch {
    return null;
  }
}

export function keepBegun(begun: BegunSignUp | null) {
  if (begun) localStorage.setItem(key, JSON.stringify(begun));
  else localStorage.removeItem(key);
}

/** The account that this tab has just made: signing in builds the page anew, and the last step must survive that. */
export function readDone(): string | null {
  return sessionStorage.getItem(doneKey);
}

export function keepDone(username: string | null) {
  if (username === null) sessionStorage.removeItem(doneKey);
  else sessionStorage.setItem(doneKey, username);
}

/** Keeps where somebody came from, and for which invitation, when she begins to sign up. */
export function noteOrigin(search: string) {
  const reference = new URLSearchParams(search).get("ref");
  if (reference) sessionStorage.setItem(invitationKey, reference);
  if (sessionStorage.getItem(returnKey) === null) sessionStorage.setItem(returnKey, document.referrer);
}

/** The invitation, and the safe way back (REG-12). A way back to the sign-up itself is none. */
export function readOrigin(): { invitation: string | null; returnLink: string } {
  const link = safeReturnLink(sessionStorage.getItem(returnKey), location.origin, brand.returnOrigins);
  return {
    invitation: sessionStorage.getItem(invitationKey),
    returnLink: link.startsWith("/register") ? "/" : link,
  };
}

export function forgetOrigin() {
  sessionStorage.removeItem(returnKey);
  sessionStorage.removeItem(invitationKey);
}
