import { safeReturnLink } from "@foyer/domain/return-link";
import { returnKey } from "../shared/storage/return-page.ts";
import { brand } from "../shared/settings/settings.ts";
import type { BegunSignUp } from "./sign-up.ts";

const key = "foyer.sign-up";
const invitationKey = "foyer.invitation";
const agreedKey = "foyer.agreed";
const doneKey = "foyer.signed-up";

/** Returns the sign-up that was started in this browser; null for none. */
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

/**
 * Returns the account that this tab has just created: signing in renders the page again, and the last step must
 * survive that.
 */
export function readDone(): string | null {
  return sessionStorage.getItem(doneKey);
}

export function keepDone(username: string | null) {
  if (username === null) sessionStorage.removeItem(doneKey);
  else sessionStorage.setItem(doneKey, username);
}

/** Stores the page from which the person came, and the invitation, at the start of a sign-up. */
export function noteOrigin(search: string) {
  const reference = new URLSearchParams(search).get("ref");
  if (reference) sessionStorage.setItem(invitationKey, reference);
  if (sessionStorage.getItem(returnKey) === null) sessionStorage.setItem(returnKey, document.referrer);
}

/** Notes that the account is created to accept the invitation. */
export function noteAgreed() {
  sessionStorage.setItem(agreedKey, "yes");
}

/** Returns the invitation and the safe return link (REG-12). A link to the sign-up itself is ignored. */
export function readOrigin(): { invitation: string | null; isAgreed: boolean; returnLink: string } {
  const link = safeReturnLink(sessionStorage.getItem(returnKey), location.origin, brand.returnOrigins);
  return {
    invitation: sessionStorage.getItem(invitationKey),
    isAgreed: sessionStorage.getItem(agreedKey) !== null,
    returnLink: link.startsWith("/register") ? "/" : link,
  };
}

export function forgetOrigin() {
  sessionStorage.removeItem(returnKey);
  sessionStorage.removeItem(invitationKey);
  sessionStorage.removeItem(agreedKey);
}
