import { inTransaction } from "@foyer/service-kit/db";
import type { Deps } from "../deps.ts";
import { heldInvitations, queueHeld } from "../stores/held-invitation-store.ts";
import { takeMailsByOthers } from "./mail-limits.ts";
import { queueInvitations } from "./send-invitations.ts";

const AT_ONCE = 2_200;

/** Queues held invitations to addresses that are below their limit again, one for each address. */
export async function sendHeldInvitations(deps: Deps): Promise<void> {
  const { db, clock, addJob } = deps;
  await inTransaction(db, async (tx) => {
    const held = await heldInvitations(tx, clock.now(), AT_ONCE);
    if (held.length === 0) return;
    const hasRoom = await takeMailsByOthers(
      deps,
      tx,
      held.map(({ email }) => email),
    );
    const due = held.filter((_, at) => hasRoom[at]).map(({ id }) => id);
    await queueInvitations(tx, addJob, await queueHeld(tx, due));
  });
}
