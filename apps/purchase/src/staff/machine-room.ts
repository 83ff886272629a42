import type { ToldAs } from "@foyer/contract/staff-purchase";
import type { MachineTask } from "@foyer/contract/staff-wire";
import { instantOf } from "@foyer/contract/wire-values";
import type { Person } from "@foyer/service-kit/call";
import { refuse } from "@foyer/service-kit/errors";
import { insertAct } from "@foyer/service-kit/staff-acts";
import { hastenOperation } from "../changes/operations/operation-store.ts";
import { runOperation } from "../changes/operations/run-operation.ts";
import type { Deps } from "../deps.ts";
import { reconcileJob } from "../reconcile/reconcile.ts";
import { isRunKept } from "../reconcile/run-store.ts";
import { saleById } from "../sales/sale-store.ts";
import { tellSale } from "../sales/tell-sales.ts";
import { untoldState } from "../subscriptions/news-store.ts";
import { tellState } from "../subscriptions/tell-accounts.ts";
import { openTasks, rescheduleJob } from "./task-store.ts";

const TASKS = 100;

/** Returns waiting and failed background work, newest first. */
export async function staffListBillingTasks(
  deps: Deps,
  { limit = TASKS, before }: { readonly limit?: number | undefined; readonly before?: string | undefined },
): Promise<MachineTask[]> {
  const rows = await openTasks(deps.db, limit, before ?? null);
  return rows.map(({ at, message, ...task }) => ({ ...task, at: instantOf(at), ...(message ? { message } : {}) }));
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

/** Sends a message again that was set aside, as staff correct it. Returns null if there is none, and otherwise the refusal. */
async function tellAgain(deps: Deps, id: string, toldAs?: ToldAs): Promise<{ refusal: string | null } | null> {
  const [, subscription, sequence] = /^news-(.{1,255})\.(\d{1,15})$/s.exec(id) ?? [];
  if (subscription !== undefined) {
    const news = await untoldState(deps.db, subscription, Number(sequence));
    return news && { refusal: (await tellState(deps, news, toldAs)).refusal };
  }
  const [, invoice] = /^sale-(.{1,255})$/s.exec(id) ?? [];
  const sale = invoice === undefined ? null : await saleById(deps.db, invoice);
  return sale?.told_at === null ? { refusal: await tellSale(deps, sale.invoice_id, toldAs) } : null;
}

async function isRetried(deps: Deps, id: string): Promise<boolean> {
  const [, kind, number] = /^(job|operation|reconcile)-([\w-]{1,40})$/.exec(id) ?? [];
  if (number === undefined) return false;
  const isNumber = /^\d{1,15}$/.test(number);
  if (kind === "operation") return await retryOperation(deps, number);
  if (kind === "job") return isNumber && (await rescheduleJob(deps.db, number));
  return (isNumber || number === NOW) && (await compareAgain(deps, number));
}

/**
 * Retries background work now. `reconcile-now` compares everything with the provider. A message that was set aside is sent
 * again, unchanged or as staff correct it.
 */
export async function staffRetryBillingTask(
  deps: Deps,
  staff: Person,
  id: string,
  { reason, tell_as: toldAs }: { readonly reason: string; readonly tell_as?: ToldAs | undefined },
): Promise<void> {
  const told = await tellAgain(deps, id, toldAs);
  if (!told && !(await isRetried(deps, id))) refuse("object.not_found");
  const act = { staff: staff.username, act: "task.retry", target: `task:${id}`, reason, before: null };
  const after = toldAs ? { told_as: toldAs, refused: told?.refusal ?? null } : null;
  await insertAct(deps.db, { at: deps.clock.now(), ...act, after });
  if (told?.refusal) refuse("subscription.forbidden", { reason: "message_refused", facts: { refusal: told.refusal } });
}
