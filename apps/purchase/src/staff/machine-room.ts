import type { MachineTask } from "@foyer/contract/staff-wire";
import { instantOf } from "@foyer/contract/wire-values";
import type { Person } from "@foyer/service-kit/call";
import { refuse } from "@foyer/service-kit/errors";
import { sql } from "kysely";
import { insertAct } from "@foyer/service-kit/staff-acts";
import { operationById } from "../changes/operations/operation-store.ts";
import { runOperation } from "../changes/operations/run-operation.ts";
import type { PurchaseDeps } from "../purchase-deps.ts";
import { reconcileJob } from "../reconcile/reconcile-job.ts";

const TASKS = 100;

interface Row extends Omit<MachineTask, "at"> {
  readonly at: Date;
}

/** Jobs that wait or failed; those that are done leave the queue. A webhook's work is a job of its own kind. */
const jobs = sql`
  select 'job-' || id as id,
    case when task_identifier like 'sync-%' then 'webhook' when task_identifier = 'send-notice' then 'mail' else 'job' end as kind,
    task_identifier || coalesce(' ' || key, '') as title,
    case when attempts >= max_attempts then 'failed' when locked_at is not null then 'running' else 'waiting' end as state,
    attempts::int4 as attempts, run_at as at, last_error as error
  from purchase_jobs.jobs`;

const operations = sql`
  select 'operation-' || id as id, 'operation' as kind, kind || ' ' || subject as title,
    case when leased_until > clock_timestamp() then 'running' else 'waiting' end as state, attempts,
    created_at as at, case state when 'unknown' then 'The provider''s answer got lost.'
      when 'waiting' then 'Waits for the card holder''s bank.' end as error
  from operations where state in ('pending', 'unknown', 'waiting')`;

/** Runs of the reconciler that came to no end, while none of their kind has since; all of them are in a list of their own. */
const failedRuns = sql`
  select 'reconcile-' || id as id, 'job' as kind, 'reconcile ' || what as title,
    'failed' as state, 1 as attempts, started_at as at, error
  from (select distinct on (what) * from reconciler_runs order by what, id desc) newest
  where error is not null`;

/** Background work that waits or failed, newest first. */
export async function listTasks(
  deps: PurchaseDeps,
  { limit = TASKS, before }: { readonly limit?: number | undefined; readonly before?: string | undefined },
): Promise<MachineTask[]> {
  const { rows } = await sql<Row>`
    with tasks as (${sql.join([jobs, operations, failedRuns], sql` union all `)})
    select tasks.* from tasks left join tasks last on last.id = ${before ?? null}
    where ${before ?? null}::text is null or (tasks.at, tasks.id) < (last.at, last.id)
    order by tasks.at desc, tasks.id desc limit ${limit}`.execute(deps.database.kysely);
  return rows.map(({ at, ...task }) => ({ ...task, at: instantOf(at) }));
}

async function retryJob(deps: PurchaseDeps, id: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from purchase_jobs.reschedule_jobs(array[${id}]::int8[], run_at := now(), attempts := 0)`.execute(
    deps.database.kysely,
  );
  return rows.length > 0;
}

async function retryOperation(deps: PurchaseDeps, id: string): Promise<boolean> {
  const { kysely } = deps.database;
  const live = await kysely
    .updateTable("operations")
    .set({ next_attempt_at: null })
    .where(sql<string>`id::text`, "=", id)
    .where("state", "in", ["pending", "unknown", "waiting"])
    .returning("id")
    .executeTakeFirst();
  if (!live) return false;
  await runOperation(deps, (await operationById(kysely, live.id)).id);
  return true;
}

/** Instead of a run that failed: the comparison of everything that nobody has begun yet. */
const NOW = "now";

async function compareAgain(deps: PurchaseDeps, id: string): Promise<boolean> {
  const { kysely } = deps.database;
  const isKnown =
    id === NOW ||
    (await kysely.selectFrom("reconciler_runs").select("id").where("id", "=", Number(id)).executeTakeFirst());
  if (isKnown) await deps.addJob(kysely, reconcileJob, {}, { key: "reconcile" });
  return Boolean(isKnown);
}

/** Tries background work again, now; `reconcile-now` compares everything with the provider. */
export async function retryTask(deps: PurchaseDeps, staff: Person, id: string, reason: string): Promise<void> {
  const [, kind, number] = /^(job|operation|reconcile)-([\w-]{1,40})$/.exec(id) ?? [];
  const isNumber = number !== undefined && /^\d{1,15}$/.test(number);
  const isFound =
    number !== undefined &&
    ((kind === "operation" && (await retryOperation(deps, number))) ||
      (kind === "job" && isNumber && (await retryJob(deps, number))) ||
      (kind === "reconcile" && (isNumber || number === NOW) && (await compareAgain(deps, number))));
  if (!isFound) refuse("object.not_found");
  const act = { staff: staff.username, act: "task.retry", target: `task:${id}`, reason, before: null };
  await insertAct(deps.database.kysely, { at: deps.clock.now(), ...act, after: null });
}
