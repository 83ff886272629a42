import type { Person } from "@foyer/service-kit/call";
import type { Deps } from "../deps.ts";
import { type Origin, recordSecurityEvent } from "../security-events/security-events.ts";
import { deleteSession, deleteViewsBy } from "../stores/session-store.ts";

/** Ends the calling session and the views that a staff member has open; their tokens become invalid on every instance. */
export async function signOut({ db, clock }: Deps, person: Person, origin: Origin): Promise<void> {
  await deleteSession(db, person.sessionId);
  if (person.isStaff) await deleteViewsBy(db, person.username);
  await recordSecurityEvent(db, clock.now(), origin, {
    kind: "session.closed",
    accountId: person.id,
    actor: person.id,
    target: person.sessionId,
  });
}
