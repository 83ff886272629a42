import type { Token } from "@foyer/contract/sign-in";

/** What is kept of a session between visits: tokens and their ends, and nothing of the person. */
export interface StoredSession {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Milliseconds since 1970. */
  readonly accessEndsAt: number;
  readonly sessionEndsAt: number;
}

export const sessionKey = "foyer.session";
export const teamKey = "foyer.team";
export const themeKey = "foyer.theme";

/** The stored session; null when there is none or what is there cannot be read. */
export function readStoredSession(): StoredSession | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(sessionKey) ?? "null");
    return isStoredSession(value) ? value : null;
  } catch {
    return null;
  }
}

/** Keeps a new pair of tokens, and returns what was kept. */
export function storeSession(token: Token, now = Date.now()): StoredSession {
  const stored: StoredSession = {
    accessToken: token.access_token,
    refreshToken: token.refresh_token,
    accessEndsAt: now + token.expires_in * 1000,
    sessionEndsAt: now + token.refresh_expires_in * 1000,
  };
  localStorage.setItem(sessionKey, JSON.stringify(stored));
  return stored;
}

/** Leaves nothing behind of whoever was signed in; only the choice between light and dark stays. */
export function clearStored() {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) {
      if (key.startsWith("foyer.") && key !== themeKey) storage.removeItem(key);
    }
  }
}

function isStoredSession(value: unknown): value is StoredSession {
  if (typeof value !== "object" || value === null) return false;
  const { accessToken, refreshToken, accessEndsAt, sessionEndsAt } = value as Record<string, unknown>;
  return (
    typeof accessToken === "string" &&
    typeof refreshToken === "string" &&
    typeof accessEndsAt === "number" &&
    typeof sessionEndsAt === "number"
  );
}
