import { sql } from "kysely";
import type { Db } from "../db/schema.ts";

/** Extends invitations to `expiresAt` and holds the mail of each until its address is below the limit. */
export async function renewHeldInvitations(db: Db, ids: readonly string[], expiresAt: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("seats")
    .set({
      invitation_expires_at: expiresAt,
      mail_state: sql`case when mail_state = 'queued' then 'queued' else 'held' end`,
    })
    .where((eb) => eb("id", "=", eb.fn.any(eb.val([...ids]))))
    .where("status", "=", "pending")
    .execute();
}

/** Live invitations with held mails: the oldest one of each address, oldest first. */
export async function heldInvitations(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ readonly id: string; readonly email: string }[]> {
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from (
      select distinct on (seats.email_key) seats.id, seats.email, seats.created_at
      from seats join licenses on licenses.id = seats.license_id
      where seats.mail_state = 'held' and seats.status = 'pending' and seats.invitation_expires_at > ${now}
        and licenses.subscription_active is distinct from false
        and (licenses.expires_at is null or licenses.expires_at > ${now})
      order by seats.email_key, seats.created_at, seats.position
    ) oldest
    order by created_at limit ${limit}`.execute(db);
  return rows;
}

/** Queues the held mails of these invitations. @returns the invitations that still exist. */
export async function queueHeld(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .updateTable("seats")
    .set({ mail_state: "queued" })
    .where((eb) => eb("id", "=", eb.fn.any(eb.val([...ids]))))
    .where("mail_state", "=", "held")
    .where("status", "=", "pending")
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}
