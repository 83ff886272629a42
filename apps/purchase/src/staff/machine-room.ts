import type { MachineTask } from "@foyer/contract/staff-wire";
import { instantOf } from "@foyer/contract/wire-values";
import type { Person } from "@foyer/service-kit/call";
import { refuse } from "@foyer/service-kit/errors";
import { insertAct } from "@foyer/service-kit/staff-acts";
import { hastenOperation } from "../changes/operations/operation-store.ts";
import { runOperation } from "../changes/operations/run-operation.ts";
import type { Deps } from "../deps.ts";
import { reconcileJob } from "../reconcile/reconcile-job.ts";
import { isRunKept } from "../reconcile/run-store.ts";
import { openTasks, rescheduleJob } from "./task-store.ts";

const TASKS = 100;

/** Returns waiting and failed background work, newest first. */
export async function staffListBillingTasks(
  deps: Deps,
  { limit = TASKS, before }: { readonly limit?: number | undefined; readonly before?: string | undefined },
): Promise<MachineTask[]> {
  const rows = await openTasks(deps.db, limit, before ?? null);
  return rows.map(({ at, ...task }) => ({ ...task, at: instantOf(at) }));
}

async function retryOperation(deps: Deps, id: string): Promise<boolean> {
  const { db } = deps;
  if (!(await hastenOperation(db, id))) return false;
  await runOperation(deps, id);
  return true;
}

/** Id of a full comparison that has not begun, used in place of a failed run's id. */
const NOW = "now";

async function compareAgain(deps: Deps, id: string): Promise<boolean> {
  const { db } = deps;
  const isKnown = id === NOW || (await isRunKept(deps, Number(id)));
  if (isKnown) await deps.addJob(db, reconcileJob, {}, { key: "reconcile" });
  return isKnown;
}

/** Retries background work now. `reconcile-now` compares everything with the provider. */
export async function staffRetryBillingTask(deps: Deps, staff: Person, id: string, reason: string): Promise<void> {
  const [, kind, number] = /^(job|operation|reconcile)-([\w-]{1,40})$/.exec(id) ?? [];
  const isNumber = number !== undefined && /^\d{1,15}$/.test(number);
  const isFound =
    number !== undefined &&
    ((kind === "operation" && (await retryOperation(deps, number))) ||
      (kind === "job" && isNumber && (await rescheduleJob(deps.db, number))) ||
      (kind === "reconcile" && (isNumber || number === NOW) && (await compareAgain(deps, number))));
  if (!isFound) refuse("object.not_found");
  const act = { staff: staff.username, act: "task.retry", target: `task:${id}`, reason, before: null };
  await insertAct(deps.db, { at: deps.clock.now(), ...act, after: null });
}
