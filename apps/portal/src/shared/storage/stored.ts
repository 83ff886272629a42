import type { Token } from "@foyer/contract/sign-in";

/** The stored part of a session: the access token and ends, and no personal data. The refresh token is in a cookie. */
export interface StoredSession {
  readonly accessToken: string;
  /** Milliseconds since 1970. */
  readonly accessEndsAt: number;
  /** End without a refresh. No later than `accessEndsAt` for a session that cannot be refreshed. */
  readonly sessionEndsAt: number;
  /** Only in a session that an earlier version stored. The next refresh moves it into a cookie that scripts cannot read. */
  readonly refreshToken?: string;
}

export const sessionKey = "foyer.session";
export const teamKey = "foyer.team";
export const themeKey = "foyer.theme";
export const appRequestKey = "foyer.app-request";
export const reloadedKey = "foyer.reloaded";
const viewKey = "foyer.view";
const unfinishedKey = "foyer.sign-out";
const probeKey = "foyer.probe";

/** A staff member's view as another person, only in this tab. */
export interface StoredView {
  readonly accessToken: string;
  /** The viewed person. */
  readonly username: string;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

/** Returns the view of this tab; null without one, and after the staff member has signed out in another tab. */
export function readStoredView(): StoredView | null {
  const value = parsed(sessionStorage.getItem(viewKey));
  return isStoredView(value) && localStorage.getItem(sessionKey) !== null ? value : null;
}

/** Returns whether this browser stores data for the site. If not, even reading may throw, or there is no store at all. */
export function canStore(): boolean {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      storage.setItem(probeKey, "");
      storage.removeItem(probeKey);
    }
    return true;
  } catch {
    return false;
  }
}

/** Begins a view (null ends it), and removes this tab's data about the person viewed before. */
export function storeView(view: StoredView | null) {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith("foyer.")) sessionStorage.removeItem(key);
  }
  if (view) sessionStorage.setItem(viewKey, JSON.stringify(view));
}

/** Returns the session that this tab uses, which may be a view; null if there is none or it cannot be read. */
export function readStoredSession(): StoredSession | null {
  const view = readStoredView();
  if (view) return { ...view, accessEndsAt: view.endsAt, sessionEndsAt: view.endsAt };
  const value = parsed(localStorage.getItem(sessionKey));
  return isStoredSession(value) ? value : null;
}

export function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

/** Stores a new pair of tokens, and returns the stored session. */
export function storeSession(token: Token, now = Date.now()): StoredSession {
  const stored: StoredSession = {
    accessToken: token.access_token,
    accessEndsAt: now + token.expires_in * 1000,
    sessionEndsAt: now + token.refresh_expires_in * 1000,
  };
  localStorage.setItem(sessionKey, JSON.stringify(stored));
  // A session that can be refreshed has replaced the cookie of an earlier one.
  if (stored.sessionEndsAt > stored.accessEndsAt) noteUnfinishedSignOut(false);
  return stored;
}

/** Notes a sign-out that the service has not answered, so that its cookie can still open the session. */
export function noteUnfinishedSignOut(isUnfinished: boolean) {
  if (isUnfinished) localStorage.setItem(unfinishedKey, "1");
  else localStorage.removeItem(unfinishedKey);
}

export const isSignOutUnfinished = (): boolean => localStorage.getItem(unfinishedKey) !== null;

/** Kept when a person signs out: the theme, an app's request that waits for the next sign-in, an unfinished sign-out, the last reload. */
const ofBrowser: ReadonlySet<string> = new Set([themeKey, appRequestKey, unfinishedKey, reloadedKey]);

/** Removes all data of the signed-in person. */
export function clearStored() {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) {
      if (key.startsWith("foyer.") && !ofBrowser.has(key)) storage.removeItem(key);
    }
  }
}

function isStoredView(value: unknown): value is StoredView {
  if (typeof value !== "object" || value === null) return false;
  const { accessToken, username, endsAt } = value as Record<string, unknown>;
  return typeof accessToken === "string" && typeof username === "string" && typeof endsAt === "number";
}

function isStoredSession(value: unknown): value is StoredSession {
  if (typeof value !== "object" || value === null) return false;
  const { accessToken, accessEndsAt, sessionEndsAt } = value as Record<string, unknown>;
  return typeof accessToken === "string" && typeof accessEndsAt === "number" && typeof sessionEndsAt === "number";
}
