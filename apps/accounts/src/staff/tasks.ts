import type { MachineTask } from "@foyer/contract/staff-wire";
import { instantOf } from "@foyer/contract/wire-values";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { insertAct } from "@foyer/service-kit/staff-acts";
import type { Deps } from "../deps.ts";
import { lockStaff, type Staff } from "./lock-for-staff.ts";
import { rescheduleTask, tasksBefore } from "./task-store.ts";

const TASKS = 100;

/** Queued and failed jobs, permanently failed ones first. `at` is the time of the next attempt. */
export async function staffListTasks(
  { db }: Deps,
  { limit = TASKS, before }: { readonly limit?: number | undefined; readonly before?: string | undefined },
): Promise<MachineTask[]> {
  const last = /^job-\d{1,15}$/.test(before ?? "") ? Number(before?.slice(4)) : Number.MAX_SAFE_INTEGER;
  const rows = await tasksBefore(db, last, limit);
  return rows.map(({ at, ...task }) => ({ ...task, at: instantOf(at) }));
}

/** Schedules a job for now with all its attempts; refuses `object.not_found` for a running or finished job. */
export async function staffRetryTask({ db, clock }: Deps, staff: Staff, id: string, reason: string): Promise<void> {
  const number = /^job-(\d{1,15})$/.exec(id)?.[1] ?? refuse("object.not_found");
  await inTransaction(db, async (tx) => {
    await lockStaff(tx, clock.now(), staff);
    if (!(await rescheduleTask(tx, number))) refuse("object.not_found");
    const act = { act: "task.retry", target: `task:${id}`, reason, before: null, after: null };
    await insertAct(tx, { at: clock.now(), staff: staff.username, ...act });
  });
}
