import type { BrandApp } from "@foyer/contract/brand-apps";
import type { NextOfRequest } from "@foyer/contract/apps";
import type { Scope } from "@foyer/contract/scopes";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { addConsent, consentedScopes } from "../stores/grant-store.ts";
import { openGrant } from "../grants/open-grant.ts";
import { after } from "../lifetimes.ts";
import { lockHolder } from "../passwords/prove-password.ts";
import { hashOf } from "../secrets/secret-values.ts";
import type { Origin } from "../security-events/security-events.ts";
import { findSession, type SessionRow } from "../stores/session-store.ts";
import { authenticationOf } from "./provider-time.ts";
import { allowedScopes, appsOf } from "../grants/apps.ts";
import { ASKED } from "./authorize-query.ts";
import { shownBrowsers } from "./browser-cookie.ts";
import {
  type AppRequest,
  authenticatedAt,
  lockRequest,
  noteBrowserSession,
  setRequestPayload,
} from "./request-store.ts";

/** Returns the address at which the provider continues after the answer. */
const resumeAddress = (publicOrigin: string, code: string): string => `${publicOrigin}/oauth/authorize/${code}`;

/** A browser's call with its cookies. */
export interface BrowserOrigin extends Origin {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A stored request: the app's parameters and the answer. */
interface ReadRequest {
  readonly row: AppRequest;
  readonly app: BrandApp;
  readonly scopes: readonly Scope[];
  readonly params: Readonly<Record<string, unknown>>;
  readonly isAnswered: boolean;
}

function readRequest(deps: Pick<Deps, "brand">, row: AppRequest): ReadRequest {
  const { params, result } = row.payload as { params?: Record<string, unknown>; result?: unknown };
  const app = appsOf(deps.brand).get(textOf(params?.["client_id"]) ?? "");
  if (!app || !params) refuse("app_request.dead");
  const scopes = allowedScopes(app, (textOf(params["scope"]) ?? "").split(" "));
  return { row, app, scopes, params, isAnswered: result !== undefined };
}

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** Locks and returns the request of that id if this browser made it. Otherwise refuses `app_request.dead`. */
async function lockOwn(tx: Tx, deps: Deps, code: string, { headers }: BrowserOrigin): Promise<ReadRequest> {
  const row = await lockRequest(tx, hashOf(code), shownBrowsers(deps, headers["cookie"]), deps.clock.now());
  return readRequest(deps, row ?? refuse("app_request.dead"));
}

/** Returns what an app requests, to the browser that made the request. */
export function readAppRequest(deps: Deps, code: string, origin: BrowserOrigin) {
  return inTransaction(deps.db, async (tx) => {
    const { app, scopes, params } = await lockOwn(tx, deps, code, origin);
    return { app: { id: app.id, name: app.name }, scopes: [...scopes], login_hint: textOf(params["login_hint"]) };
  });
}

/** True if the app sent an id token of another person. The provider verified the token when the request began. */
function expectsAnother({ params }: ReadRequest, person: Person): boolean {
  const [, claims = ""] = (textOf(params["id_token_hint"]) ?? "").split(".");
  if (claims === "") return false;
  const { sub } = JSON.parse(Buffer.from(claims, "base64url").toString("utf8")) as { readonly sub?: unknown };
  return sub !== person.id;
}

/**
 * True if the app requires a new authentication, so that the last one must be newer than the request. It is also required in a
 * session that an app opened, and if the app expects another person, so that she can choose another account.
 */
function wantsProof(request: ReadRequest, person: Person, session: SessionRow, now: Date): boolean {
  const { params, row } = request;
  const at = authenticatedAt(session);
  if (at >= row.created_at) return false;
  if (session.app_grant_id !== null || expectsAnother(request, person)) return true;
  if ((textOf(params["prompt"]) ?? "").split(" ").includes("login")) return true;
  const { max_age: maxAge } = params;
  return maxAge !== undefined && after(at, Number(maxAge)) < now;
}

/**
 * Answers an app as the signed-in person. The app gets a grant if she allows it, or if no consent is needed.
 *
 * @param allow undefined if she was not asked yet.
 */
export async function answerAppRequest(
  deps: Deps,
  person: Person,
  { code, allow }: { readonly code: string; readonly allow: boolean | undefined },
  origin: BrowserOrigin,
): Promise<NextOfRequest> {
  const { db, clock, config } = deps;
  const go = { next: "go", url: resumeAddress(config.publicOrigin, code) } as const;
  if (allow === false) {
    await denyAppRequest(deps, code, origin);
    return go;
  }
  return inTransaction(db, async (tx): Promise<NextOfRequest> => {
    const now = clock.now();
    await lockHolder(tx, person);
    const request = await lockOwn(tx, deps, code, origin);
    if (request.isAnswered) return go;
    const session = (await findSession(tx, person.sessionId)) ?? refuse("session.required");
    // The password alone does not renew what a second factor has proved: only a new sign-in asks for both.
    if (wantsProof(request, person, session, now)) return { next: session.amr.includes("otp") ? "sign_in" : "proof" };
    const { app, scopes, params, row } = request;
    if (expectsAnother(request, person)) {
      const result = { error: "login_required", error_description: "somebody else signed in" };
      await setRequestPayload(tx, row.hash, { ...row.payload, result });
      return go;
    }
    if (allow !== true && (await isToAsk(tx, person, request))) return { next: "consent" };
    if (allow === true) await addConsent(tx, person.id, app.id, scopes, now);
    const allowed = { accountId: person.id, app, scopes, deviceName: null, sessionId: person.sessionId };
    const grantId = await openGrant(tx, now, allowed, origin);
    const { at: ts, amr } = authenticationOf(deps, session);
    const login = { accountId: person.id, ts, amr, remember: false };
    await setRequestPayload(tx, row.hash, { ...row.payload, params, result: { login, consent: { grantId } } });
    await noteBrowserSession(tx, row.browser_hash, person.sessionId, now);
    return go;
  });
}

async function isToAsk(tx: Tx, person: Person, { app, scopes, params }: ReadRequest): Promise<boolean> {
  if (params[ASKED] !== undefined) return true;
  if (app.isOwn) return false;
  const held = await consentedScopes(tx, person.id, app.id);
  return !scopes.every((scope) => held.includes(scope));
}

/** Refuses the app with `access_denied`, unless the request was answered before. @returns the address to continue at. */
export function denyAppRequest(deps: Deps, code: string, origin: BrowserOrigin): Promise<{ url: string }> {
  return inTransaction(deps.db, async (tx) => {
    const { row, isAnswered } = await lockOwn(tx, deps, code, origin);
    const result = { error: "access_denied", error_description: "the person refused" };
    if (!isAnswered) await setRequestPayload(tx, row.hash, { ...row.payload, result });
    return { url: resumeAddress(deps.config.publicOrigin, code) };
  });
}
