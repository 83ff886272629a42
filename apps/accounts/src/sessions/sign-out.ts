import type { Person } from "@foyer/service-kit/call";
import type { Deps } from "../deps.ts";
import { type Origin, recordOwnEvent } from "../security-events/security-events.ts";
import { deleteSession, deleteViewsBy } from "../stores/session-store.ts";

/** Ends the calling session and the views that a staff member has open; their tokens become invalid on every instance. */
export async function signOut({ db, clock }: Deps, person: Person, origin: Origin): Promise<void> {
  await deleteSession(db, person.sessionId);
  if (person.isStaff) await deleteViewsBy(db, person.username);
  await recordOwnEvent(db, clock.now(), origin, person.id, "session.closed", { target: person.sessionId });
}
