import type { MachineTask } from "@foyer/contract/staff-wire";
import type { Queryable } from "@foyer/service-kit/db";
import { sql } from "kysely";
import type { PurchaseTables } from "../db/schema.ts";

interface TaskRow extends Omit<MachineTask, "at" | "message"> {
  readonly at: Date;
  readonly message: NonNullable<MachineTask["message"]> | null;
}

/** Messages that the accounts service refused and that no later one supersedes. Complete, because staff decide about them. */
const messages = sql`
  select 'news-' || subscription_id || '.' || sequence as id, 'message' as kind, 'tell-accounts ' || subscription_id as title,
    'failed' as state, tries as attempts, refused_at as at, refusal as error,
    jsonb_build_object('subscription', body, 'object_time', extract(epoch from object_time)::int8, 'sequence', sequence, 'cause', cause) as message
  from news where sent_at is null and refused_at is not null
  union all
  select 'sale-' || invoice_id, 'message', 'tell-sale ' || invoice_id, 'failed', tries, refused_at, refusal,
    jsonb_build_object('sale', to_jsonb(sales) - array['refused_at', 'refusal', 'tries', 'next_try_at', 'told_at', 'told_as'])
  from sales where told_at is null and refused_at is not null`;

/** Waiting and failed jobs. Completed jobs leave the queue. Work of a webhook has its own kind. */
const jobs = sql`
  select 'job-' || id as id,
    case when task_identifier like 'sync-%' then 'webhook' when task_identifier = 'send-notice' then 'mail' else 'job' end as kind,
    task_identifier || coalesce(' ' || key, '') as title,
    case when attempts >= max_attempts then 'failed' when locked_at is not null then 'running' else 'waiting' end as state,
    attempts::int4 as attempts, run_at as at, last_error as error,
    null::jsonb as message
  from purchase_jobs.jobs`;

const operations = sql`
  select 'operation-' || id as id, 'operation' as kind, kind || ' ' || subject as title,
    case when leased_until > clock_timestamp() then 'running' else 'waiting' end as state, attempts,
    created_at as at, case state when 'unknown' then 'The provider''s answer got lost.'
      when 'waiting' then 'Waits for the card holder''s bank.' end as error,
    null::jsonb as message
  from operations where state in ('pending', 'unknown', 'waiting')`;

/** Failed runs of the reconciler without a later run of the same kind. A separate list has all runs. */
const failedRuns = sql`
  select 'reconcile-' || id as id, 'job' as kind, 'reconcile ' || what as title,
    'failed' as state, 1 as attempts, started_at as at, error, null::jsonb as message
  from (select distinct on (what) * from reconciler_runs order by what, id desc) newest
  where error is not null`;

/**
 * Returns waiting and failed background work, newest first.
 *
 * @param before id of the last task on the previous page.
 */
export async function openTasks(
  db: Queryable<PurchaseTables>,
  limit: number,
  before: string | null,
): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    with tasks as (${sql.join([messages, jobs, operations, failedRuns], sql` union all `)})
    select tasks.* from tasks left join tasks last on last.id = ${before}
    where ${before}::text is null or (tasks.at, tasks.id) < (last.at, last.id)
    order by tasks.at desc, tasks.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Makes a waiting or failed job run now. Returns false if there is none. */
export async function rescheduleJob(db: Queryable<PurchaseTables>, id: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from purchase_jobs.reschedule_jobs(array[${id}]::int8[], run_at := now(), attempts := 0)`.execute(db);
  return rows.length > 0;
}
