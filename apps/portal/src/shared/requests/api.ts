import type { CallRefusal } from "@foyer/api-client/call-types";
import { call, createClient } from "@foyer/api-client/client";
import { ApiError } from "@foyer/api-client/errors";
import { words } from "#words/session";
import { baseAddresses } from "../settings/base-addresses.ts";
import { type Service, serviceOf } from "@foyer/contract/paths";
import { AWAY, takeEarly } from "../served/early-calls.ts";
import type { Breaker } from "./breaker.ts";
import { refusalOf, entryOf } from "../failures/refusal-of.ts";
import { currentSession, followStored, forgetSession, keepSession } from "../session/session.ts";
import { askForProof } from "../session/session-proof.ts";
import { settings } from "../settings/settings.ts";
import { isSignOutUnfinished, noteUnfinishedSignOut, type StoredSession } from "../storage/stored.ts";

/** An access token is no longer used in the last milliseconds before its end. */
const MARGIN_MS = 10_000;
const ALREADY_ROTATED_WAIT_MS = 1000;
const ALREADY_ROTATED_TRIES = 12;

const base = baseAddresses(settings, typeof location === "undefined" ? "" : location.hostname);
const baseUrls = { accounts: base.accountsUrl, purchase: base.purchaseUrl };

const listeners = new Set<() => void>();
const mayAnswer = () => {
  for (const listener of listeners) listener();
};
/** Loaded at the first failure, so that a page without failures does not load them. */
let breakers: Readonly<Record<Service, Breaker>> | null = null;
let loading: Promise<{ readonly Breaker: typeof Breaker } | null> | null = null;

/** Calls back when a service that did not answer may answer again. Returns how to stop. */
export function onMayAnswer(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Ends the pauses in which a service is spared, because the person asks or the network is back. */
export function endPauses(): void {
  for (const breaker of Object.values(breakers ?? {})) breaker.endPauses();
}

if (typeof window !== "undefined") {
  window.addEventListener("online", () => {
    endPauses();
    mayAnswer();
  });
}

async function fetchSparing(url: string, request: RequestInit, isUnasked: boolean): Promise<Response> {
  const early = await takeEarly(url, request);
  const send = () => fetch(url, request);
  if (!isUnasked) return await (early?.answer ?? send());
  const name = `${request.method} ${url}`;
  const service = serviceOf(new URL(url, location.href).pathname);
  if (breakers && !early) return await breakers[service].spare(name, send);
  const answer = early?.answer ?? send();
  if (!(await isFailure(answer))) return await answer;
  const loaded = await loadBreakers();
  return await (loaded?.[service].watch(name, answer, !early) ?? answer);
}

const isFailure = (answer: Promise<Response>): Promise<boolean> =>
  answer.then(
    ({ status }) => status === 429 || AWAY.includes(status),
    () => true,
  );

async function loadBreakers(): Promise<typeof breakers> {
  loading ??= import("./breaker.ts").catch(() => null);
  const file = await loading;
  if (!file) loading = null;
  else breakers ??= { accounts: new file.Breaker(mayAnswer), purchase: new file.Breaker(mayAnswer) };
  return breakers;
}

/** The client of both services, as the signed-in person. */
export const api = createClient({
  baseUrls,
  fetch: fetchSparing,
  keepsCookie: true,
  getToken: async () => {
    const stored = followStored();
    if (!stored) return null;
    if (Date.now() < stored.accessEndsAt - MARGIN_MS) return stored.accessToken;
    await refresh(stored);
    const session = currentSession();
    return session.signedIn ? session.stored.accessToken : null;
  },
  onUnauthorized: async () => {
    const session = currentSession();
    return session.signedIn ? await refresh(session.stored) : false;
  },
  onProofRequired: askForProof,
});

let running: Promise<boolean> | null = null;

/**
 * Replaces expired tokens; returns true if valid ones are available. One of all tabs sends the request, and the
 * others use its result. Ends the session if the service refuses it, but not if the service does not answer.
 */
function refresh(spent: StoredSession): Promise<boolean> {
  running ??= withLock(() => refreshOnce(spent)).finally(() => {
    running = null;
  });
  return running;
}

async function withLock(work: () => Promise<boolean>): Promise<boolean> {
  // Insecure contexts have no locks; the service tolerates two tabs that refresh within 10 s.
  if (!("locks" in navigator)) return await work();
  return await navigator.locks.request("foyer.refresh", work);
}

async function refreshOnce(spent: StoredSession, triesLeft = ALREADY_ROTATED_TRIES): Promise<boolean> {
  const stored = followStored();
  if (!stored) return false;
  if (stored.accessToken !== spent.accessToken) return true;
  // A view and a session that an app opened end with their access token. The cookie belongs to another session.
  if (Date.now() >= stored.sessionEndsAt || stored.sessionEndsAt <= stored.accessEndsAt) {
    forgetSession({ kind: "info", text: words.expired });
    return false;
  }
  try {
    keepSession(
      await call(api, "refreshSession", {
        body: stored.refreshToken ? { refresh_token: stored.refreshToken } : {},
        isUnasked: true,
      }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (refusalOf(error) === "session.already_rotated" && triesLeft > 0) {
      await new Promise((done) => setTimeout(done, ALREADY_ROTATED_WAIT_MS));
      return await refreshOnce(spent, triesLeft - 1);
    }
    return endedBy(error);
  }
}

/** Ends the session if the answer says so; the caller shows other failures. */
function endedBy(error: ApiError): boolean {
  // For the person, the session has expired, whether its end has passed or the service has removed it (SIGNIN-05).
  const isExpired = refusalOf(error) === "session.required" || refusalOf(error) === "session.invalid_grant";
  const text = isExpired ? words.expired : sessionEndOf(error);
  if (text === null) throw error;
  forgetSession({ kind: isExpired ? "info" : "danger", text });
  return false;
}

/**
 * `session.already_rotated` is excluded, because another tab's refresh has already stored new tokens, and `permission.denied`,
 * because a page of the portal does not get it.
 */
type Ending =
  | Exclude<CallRefusal<"refreshSession">, "session.already_rotated" | "permission.denied">
  | CallRefusal<"readUser">;

const ends: Readonly<Record<Ending, string>> = {
  "session.required": words.expired,
  "account.gone": words.somethingWrong,
  "session.invalid_grant": words.emailSupport,
  "account.closed": words.closed,
};

/**
 * Returns the message for a session that the service has ended (SIGNIN-10); null if the session continues, for
 * example because a service is only unreachable.
 */
export function sessionEndOf(error: ApiError): string | null {
  const sentence = entryOf<string>(ends, error);
  if (sentence !== undefined) return sentence;
  return error.status >= 400 && error.status < 500 && error.status !== 429 && error.status !== 409
    ? error.message
    : null;
}

/** Revokes the session, and removes its tokens even if the service does not answer (SIGNIN-09). */
export async function signOut(): Promise<void> {
  const session = currentSession();
  if (!session.signedIn) return;
  forgetSession();
  await endAtService(session);
}

/** Ends the session at the service. */
export async function endAtService(session = currentSession()): Promise<void> {
  if (!session.signedIn) return;
  try {
    await call(api, "signOut", { token: session.stored.accessToken });
  } catch {
    // Only the service can remove the cookie.
    noteUnfinishedSignOut(true);
  }
}

/** Repeats a sign-out that did not reach the service, once the service can be reached. Returns a function that stops it. */
export function finishSignOut(): () => void {
  const finish = () => void withLock(finishOnce).catch(() => null);
  finish();
  window.addEventListener("online", finish);
  return () => window.removeEventListener("online", finish);
}

async function finishOnce(): Promise<boolean> {
  if (!isSignOutUnfinished() || followStored()) return false;
  try {
    const { token } = await call(api, "refreshSession", { body: {}, isUnasked: true });
    await call(api, "signOut", { token: token.access_token });
  } catch (error) {
    // A cookie that the service refuses opens no session.
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  }
  noteUnfinishedSignOut(false);
  return true;
}

/** Moves the refresh token that an earlier version left in the page's storage into the cookie. */
export async function moveRefreshToken(): Promise<void> {
  const stored = followStored();
  if (stored?.refreshToken) await refresh(stored).catch(() => null);
}
