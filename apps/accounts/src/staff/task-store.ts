import type { MachineTask } from "@foyer/contract/staff-wire";
import { sql } from "kysely";
import type { Db } from "../db/schema.ts";

export interface TaskRow extends Omit<MachineTask, "at"> {
  /** When the next attempt is due. */
  readonly at: Date;
}

/** Queued and failed jobs with ids below `before`, permanently failed ones first. Finished jobs are deleted from the queue. */
export async function tasksBefore(db: Db, before: number, limit: number): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    select 'job-' || id as id, case when task_identifier like 'send-%' then 'mail' else 'job' end as kind,
      task_identifier as title,
      case when attempts >= max_attempts then 'failed' when locked_at is not null then 'running' else 'waiting' end as state,
      attempts::int4 as attempts, run_at as at, last_error as error
    from accounts_jobs.jobs where id < ${before}
    order by attempts >= max_attempts desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** Open accounts whose mailbox another open account has too. The key of their address is one from before keys were ASCII. */
export async function secondsOfMailboxes(
  db: Db,
): Promise<{ id: string; username: string; email: string; created_at: Date }[]> {
  const { rows } = await sql<{ id: string; username: string; email: string; created_at: Date }>`
    select id, username, email, created_at from accounts where state = 100
      and octet_length(substring(email_key from '[^@]*$')) <> length(substring(email_key from '[^@]*$'))
    order by created_at limit 100`.execute(db);
  return rows;
}

/** Gives an account and its seats the present key of their address. The caller has checked that no other open account has it. */
export async function setPresentKey(tx: Db, accountId: string, key: string): Promise<void> {
  await sql`update accounts set email_key = ${key} where id = ${accountId}`.execute(tx);
  await sql`update seats set email_key = ${key} where account_id = ${accountId} and not exists (
    select from seats as other where other.license_id = seats.license_id and other.email_key = ${key})`.execute(tx);
}

/** Schedules a job for now with all its attempts. @returns false for a running or finished job. */
export async function rescheduleTask(db: Db, number: string): Promise<boolean> {
  const { rows } = await sql`
    select id from accounts_jobs.reschedule_jobs(array[${number}]::int8[], run_at := now(), attempts := 0)`.execute(db);
  return rows.length > 0;
}
