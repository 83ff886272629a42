import type { MachineTask } from "@foyer/contract/staff-wire";
import { instantOf } from "@foyer/contract/wire-values";
import { inTransaction } from "@foyer/service-kit/db";
import { addressKey } from "@foyer/domain/addresses";
import { refuse } from "@foyer/service-kit/errors";
import { insertAct } from "@foyer/service-kit/staff-acts";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { findOpenAccountAt, lockAccount } from "../stores/account-store.ts";
import { lockStaff, type Staff } from "../staff-acts/lock-for-staff.ts";
import { rescheduleTask, secondsOfMailboxes, setPresentKey, tasksBefore } from "./task-store.ts";

const TASKS = 100;

/** Queued and failed jobs, permanently failed ones first. `at` is the time of the next attempt. */
export async function staffListTasks(
  { db }: Deps,
  { limit = TASKS, before }: { readonly limit?: number | undefined; readonly before?: string | undefined },
): Promise<MachineTask[]> {
  const last = /^job-\d{1,15}$/.test(before ?? "") ? Number(before?.slice(4)) : Number.MAX_SAFE_INTEGER;
  const rows = await tasksBefore(db, last, limit);
  const doubles = before === undefined ? await mailboxTasks(db) : [];
  return [...doubles, ...rows.map(({ at, ...task }) => ({ ...task, at: instantOf(at) }))];
}

/** One task for each account whose mailbox another account has too. A retry succeeds when only one account has the mailbox. */
async function mailboxTasks(db: Deps["db"]): Promise<MachineTask[]> {
  const seconds = await secondsOfMailboxes(db);
  return Promise.all(
    seconds.map(async ({ id, username, email, created_at: at }) => {
      const first = await findOpenAccountAt(db, addressKey(email));
      const error =
        first === null
          ? `${username} cannot be found by its address ${email}. Try again.`
          : `${username} (${email}) and ${first.username} (${first.email}) have one mailbox. Merge them or change an address, then try again.`;
      const task = { kind: "job", title: "one-mailbox-two-accounts", state: "failed", attempts: 0 } as const;
      return { id: `mailbox-${id}`, ...task, at: instantOf(at), error };
    }),
  );
}

/** Schedules a job for now with all its attempts; refuses `object.not_found` for a running or finished job. */
export async function staffRetryTask({ db, clock }: Deps, staff: Staff, id: string, reason: string): Promise<void> {
  const [, kind, name = ""] = /^(job|mailbox)-(\w{1,40})$/.exec(id) ?? refuse("object.not_found");
  await inTransaction(db, async (tx) => {
    await lockStaff(tx, clock.now(), staff);
    const isRetried =
      kind === "mailbox" ? await giveKey(tx, name) : /^\d{1,15}$/.test(name) && (await rescheduleTask(tx, name));
    if (!isRetried) refuse("object.not_found");
    const act = { act: "task.retry", target: `task:${id}`, reason, before: null, after: null };
    await insertAct(tx, { at: clock.now(), staff: staff.username, ...act });
  });
}

/** Gives an account the key of its address. @returns false while another open account has it. */
async function giveKey(tx: Tx, accountId: string): Promise<boolean> {
  const account = await lockAccount(tx, accountId);
  if (!account) return false;
  const key = addressKey(account.email);
  if (key === account.email_key || (await findOpenAccountAt(tx, key))) return false;
  await setPresentKey(tx, accountId, key);
  return true;
}
