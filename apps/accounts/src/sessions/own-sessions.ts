import type { Session } from "@foyer/contract/sessions";
import { instantOf } from "@foyer/contract/wire-values";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { lockHolder } from "../passwords/prove-password.ts";
import { type Origin, recordSecurityEvent } from "../security-events/security-events.ts";
import { deleteSession, deleteSessionsOf, findSession, sessionsOf } from "./session-store.ts";

/** The person's live sessions, the one that asks first. */
export async function listOwnSessions({ db, clock }: Deps, person: Person): Promise<Session[]> {
  const sessions = (await sessionsOf(db, person.id, clock.now())).map((session) => ({
    id: session.id,
    current: session.id === person.sessionId,
    created: instantOf(session.started_at),
    last_used: instantOf(session.refreshed_at),
    user_agent: session.user_agent,
    ip: session.ip,
  }));
  return sessions.toSorted((one, other) => Number(other.current) - Number(one.current));
}

/** Ends one of the person's own sessions; anybody else's does not exist for her. */
export async function endOwnSession({ db, clock }: Deps, person: Person, id: string, origin: Origin): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockHolder(tx, person);
    const session = await findSession(tx, id);
    if (session?.account_id !== person.id || session.viewed_by !== null) refuse("object.not_found");
    await deleteSession(tx, id);
    await recordSecurityEvent(tx, clock.now(), origin, {
      kind: "session.ended",
      accountId: person.id,
      actor: person.id,
      target: id,
    });
  });
}

/** Ends all of the person's sessions but the one that asks: of two that end each other at once, one stays. */
export async function endOtherSessionsOf({ db, clock }: Deps, person: Person, origin: Origin): Promise<number> {
  return inTransaction(db, async (tx) => {
    await lockHolder(tx, person);
    const ended = await deleteSessionsOf(tx, person.id, person.sessionId);
    await recordSecurityEvent(tx, clock.now(), origin, {
      kind: "session.others_ended",
      accountId: person.id,
      actor: person.id,
      details: { ended },
    });
    return ended;
  });
}
