import type { SignedIn, UserInfo } from "@foyer/contract/sign-in";
import { useSyncExternalStore } from "react";
import {
  clearStored,
  parsed,
  readStoredSession,
  sessionKey,
  type StoredSession,
  storeSession,
} from "../storage/stored.ts";
import { leaveView } from "../storage/viewing.ts";

/** The message of the sign-in form about the ended session. */
export interface SignedOutNotice {
  readonly kind: "info" | "danger";
  readonly text: string;
}

export type SessionState =
  | { readonly signedIn: true; readonly stored: StoredSession }
  | { readonly signedIn: false; readonly notice: SignedOutNotice | null };

const nobody: SessionState = { signedIn: false, notice: null };
let state: SessionState = typeof localStorage === "undefined" ? nobody : stateOf(readStoredSession());
let freshUserInfo: UserInfo | null = null;
const listeners = new Set<() => void>();
const endListeners = new Set<() => void>();

function stateOf(stored: StoredSession | null): SessionState {
  return stored ? { signedIn: true, stored } : nobody;
}

function change(next: SessionState) {
  const ended = state.signedIn && !next.signedIn;
  state = next;
  if (ended) {
    freshUserInfo = null;
    for (const listener of endListeners) listener();
  }
  for (const listener of listeners) listener();
}

/** Returns the current session. */
export function currentSession(): SessionState {
  return state;
}

/** Opens a session, or continues it with new tokens. */
export function keepSession({ token, userinfo }: SignedIn) {
  freshUserInfo = userinfo;
  change({ signedIn: true, stored: storeSession(token) });
}

/** Continues with the session that the served form has opened and stored. */
export function takeOverSession(userinfo: UserInfo) {
  freshUserInfo = userinfo;
  followStored();
}

/** Ends the session on this side and in the other tabs; the sign-in form shows the notice. A view ends alone. */
export function forgetSession(notice: SignedOutNotice | null = null) {
  if (leaveView()) return;
  // The other tabs read the notice from the storage event.
  if (notice) localStorage.setItem(sessionKey, JSON.stringify(notice));
  clearStored();
  change({ signedIn: false, notice });
}

let endedName = "";

/** Remembers the account name of the session that ends, in this page only. */
export function noteEndedName(username: string) {
  endedName = username;
}

/** Returns the account name of a session that has ended without the person's act; undefined otherwise. */
export function nameToSignInAgain(): string | undefined {
  return !state.signedIn && state.notice ? endedName : undefined;
}

/** Removes the notice after the person has acted on it. */
export function dismissNotice() {
  if (!state.signedIn && state.notice) change(nobody);
}

/** Returns the user info that came with the tokens, once: the query cache starts with it. */
export function takeFreshUserInfo(): UserInfo | null {
  const taken = freshUserInfo;
  freshUserInfo = null;
  return taken;
}

/** Calls `listener` whenever a session ends, in this or another tab, so that caches can be cleared (STATE-03). */
export function onSessionEnd(listener: () => void) {
  endListeners.add(listener);
}

/** Reads the session that another tab may have stored, and returns it. @param notice why there is none. */
export function followStored(notice: SignedOutNotice | null = null): StoredSession | null {
  const stored = readStoredSession();
  const held = state.signedIn ? state.stored.accessToken : null;
  if (stored?.accessToken !== held && (stored || held)) {
    if (!stored) clearStored();
    change(stored ? stateOf(stored) : { signedIn: false, notice });
  }
  return stored;
}

/** Makes this tab follow the others: signing in, refreshing and signing out (STATE-02). */
export function followOtherTabs() {
  window.addEventListener("storage", (event) => {
    // A null key means that the storage was cleared.
    if (event.key === sessionKey || event.key === null) followStored(noticeIn(event.newValue));
  });
  // A page restored from the browser's cache has received no storage events.
  window.addEventListener("pageshow", () => followStored());
}

/** Returns the notice that another tab stored instead of a session; null for anything else. */
function noticeIn(text: string | null): SignedOutNotice | null {
  const value = parsed(text) as Partial<SignedOutNotice> | null;
  return value?.kind && value.text ? { kind: value.kind, text: value.text } : null;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the session, and renders again whenever it changes. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, currentSession, () => nobody);
}
