import { invitationMail } from "@foyer/mail/licenses";
import { inTransaction } from "@foyer/service-kit/db";
import { type AddJob, defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import { MailRefused } from "@foyer/service-kit/mailer";
import { z } from "zod";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { heldInvitations, queueHeld } from "../stores/held-invitation-store.ts";
import { addressProof } from "../secrets/invited-address.ts";
import { type InvitationRow, invitationsOfSeats, noteMailRefused, noteMailSent } from "../stores/seat-store.ts";
import { takeMailsByOthers } from "./mail-limits.ts";

const name = "send-invitations";
const payload = z.object({ seats: z.array(z.string()) });
/** Invitations in one job: 2,200 are queued quickly, and several workers share them. */
const SEATS_A_JOB = 50;
/** Held invitations that one sweep looks at. */
const HELD_AT_ONCE = 2_200;
/** Invitations have a lower priority than mails for which a person waits at the screen. */
const AFTER_OTHERS = 10;

/** Queues the mails of these invitations, in the caller's transaction. */
export async function queueInvitations(tx: Tx, addJob: AddJob, seatIds: readonly string[]): Promise<void> {
  for (let start = 0; start < seatIds.length; start += SEATS_A_JOB) {
    await addJob(
      tx,
      { name, payload },
      { seats: seatIds.slice(start, start + SEATS_A_JOB) },
      { priority: AFTER_OTHERS },
    );
  }
}

/** Queues held invitations to addresses that are below their limit again, one for each address. */
export async function sendHeldInvitations(deps: Deps): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const held = await heldInvitations(tx, deps.clock.now(), HELD_AT_ONCE);
    if (held.length === 0) return;
    const addresses = held.map(({ email }) => email);
    const hasRoom = await takeMailsByOthers(deps, tx, addresses);
    const due = held.filter((_, at) => hasRoom[at]).map(({ id }) => id);
    await queueInvitations(tx, deps.addJob, await queueHeld(tx, due));
  });
}

/** Mails unsent invitations. A crash sends at most one of them twice. */
export function sendInvitationsJob(deps: Deps): JobDefinition<z.infer<typeof payload>> {
  return defineJob({
    name,
    payload,
    run: async ({ seats }, { log }) => {
      const waiting = (await invitationsOfSeats(deps.db, seats)).filter((row) => row.mail_state === "queued");
      const failures: unknown[] = [];
      for (const row of waiting) {
        await sendOne(deps, row).catch((error: unknown) => failures.push(error));
      }
      if (failures.length === 0) return;
      log.warn({ failed: failures.length, of: waiting.length }, "invitations could not be sent");
      throw new Error(`${failures.length} invitations could not be sent`, { cause: failures[0] });
    },
  });
}

async function sendOne({ db, mailer, brand, config, keyring }: Deps, row: InvitationRow): Promise<void> {
  const query = new URLSearchParams({ ref: row.reference, proof: addressProof(keyring, row) });
  const message = invitationMail(brand, {
    managerEmail: row.manager_email,
    description: row.description,
    link: `${config.publicOrigin}/confirm-invite/?${query.toString()}`,
    expiresAt: row.invitation_expires_at,
  });
  try {
    await mailer.send({ to: row.email, ...message });
    await noteMailSent(db, row.id);
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    await noteMailRefused(db, row.id);
  }
}
