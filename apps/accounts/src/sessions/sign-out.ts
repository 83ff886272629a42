import type { Person } from "@foyer/service-kit/call";
import type { Deps } from "../deps.ts";
import { type Origin, recordSecurityEvent } from "../security-events/security-events.ts";
import { deleteSession } from "./session-store.ts";

/** Ends the session that asks: both its tokens are dead, on every instance. */
export async function signOutPerson({ db, clock }: Deps, person: Person, origin: Origin): Promise<void> {
  await deleteSession(db, person.sessionId);
  await recordSecurityEvent(db, clock.now(), origin, {
    kind: "session.closed",
    accountId: person.id,
    actor: person.id,
    target: person.sessionId,
  });
}
