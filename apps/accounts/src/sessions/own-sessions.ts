import type { Session, TrustedBrowser } from "@foyer/contract/sessions";
import { instantOf } from "@foyer/contract/wire-values";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { type Browser, endTrustIn, endTrustOfSession, trustedBrowsersOf } from "../stores/browser-store.ts";
import { type Apps, appsOf } from "../grants/apps.ts";
import type { Deps } from "../deps.ts";
import { type Grant, liveGrantsOf } from "../stores/grant-store.ts";
import { lockHolder } from "../passwords/prove-password.ts";
import { type Origin, recordOwnEvent } from "../security-events/security-events.ts";
import { deleteSession, deleteSessionsOf, findSession, sessionsOf } from "../stores/session-store.ts";

export interface OwnSessions {
  readonly sessions: Session[];
  readonly trusted_browsers: TrustedBrowser[];
}

/** The person's live sessions, the calling one first, and the trusted browsers without a session. */
export async function listSessions({ db, clock, brand }: Deps, person: Person): Promise<OwnSessions> {
  const now = clock.now();
  const [live, browsers, grants] = await Promise.all([
    sessionsOf(db, person.id, now),
    trustedBrowsersOf(db, person.id, now),
    liveGrantsOf(db, person.id, now),
  ]);
  const apps = appsOf(brand);
  const trusted = new Map(browsers.map((browser) => [browser.id, browser]));
  const sessions = live.map((session) => ({
    id: session.id,
    current: session.id === person.sessionId,
    created: instantOf(session.started_at),
    last_used: instantOf(session.refreshed_at),
    user_agent: session.user_agent,
    ip: session.ip,
    trust: trustOf(trusted.get(session.browser_id ?? "")),
    ...openedFrom(apps, grants, session.app_grant_id),
  }));
  for (const session of live) trusted.delete(session.browser_id ?? "");
  return {
    sessions: sessions.toSorted((one, other) => Number(other.current) - Number(one.current)),
    trusted_browsers: [...trusted.values()].flatMap((browser) => trustedWire(browser) ?? []),
  };
}

function openedFrom(apps: Apps, grants: readonly Grant[], id: string | null): Pick<Session, "opened_from"> {
  const appId = id === null ? undefined : grants.find((grant) => grant.id === id)?.app_id;
  return appId === undefined ? {} : { opened_from: apps.get(appId)?.name ?? appId };
}

function trustOf(browser: Browser | undefined): Session["trust"] {
  return browser?.trusted_until ? { browser: browser.id, until: instantOf(browser.trusted_until) } : null;
}

function trustedWire({ id, user_agent, last_seen_at, ip, trusted_until: until }: Browser): TrustedBrowser | null {
  return until && { id, user_agent, last_seen: instantOf(last_seen_at), ip, until: instantOf(until) };
}

/** Ends one of the person's own sessions and the trust in its browser. Another account's session is not found. */
export async function endSession({ db, clock }: Deps, person: Person, id: string, origin: Origin): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockHolder(tx, person);
    const session = await findSession(tx, id);
    if (session?.account_id !== person.id || session.viewed_by !== null) refuse("object.not_found");
    await endTrustOfSession(tx, id);
    await deleteSession(tx, id);
    await recordOwnEvent(tx, clock.now(), origin, person.id, "session.ended", { target: id });
  });
}

/** Ends the trust in a browser, so that sign-in asks for a code there. Its session stays open. Refuses `object.not_found`. */
export async function endBrowserTrust({ db, clock }: Deps, person: Person, id: string, origin: Origin): Promise<void> {
  await inTransaction(db, async (tx) => {
    const now = clock.now();
    await lockHolder(tx, person);
    if (!(await endTrustIn(tx, person.id, id, now))) refuse("object.not_found");
    await recordOwnEvent(tx, now, origin, person.id, "browser.trust_ended", { target: id });
  });
}

/**
 * Ends all of the person's sessions except the calling one, and the trust in every browser, including this one. Of two sessions
 * that end each other concurrently, one remains.
 */
export async function endOtherSessions({ db, clock }: Deps, person: Person, origin: Origin): Promise<number> {
  return inTransaction(db, async (tx) => {
    await lockHolder(tx, person);
    const ended = await deleteSessionsOf(tx, person.id, person.sessionId);
    await recordOwnEvent(tx, clock.now(), origin, person.id, "session.others_ended", { details: { ended } });
    return ended;
  });
}
