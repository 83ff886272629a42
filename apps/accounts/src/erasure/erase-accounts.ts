import { inTransaction } from "@foyer/service-kit/db";
import type { Deps } from "../deps.ts";
import { lockAccount } from "../stores/account-store.ts";
import { endEverything } from "../sessions/end-everything.ts";
import { eraseRecords } from "./erase-records.ts";
import {
  accountsToErase,
  dateClosed,
  type Erasure,
  insertErasure,
  isDue,
  noteStep,
  unfinishedErasures,
} from "../stores/erasure-store.ts";

const AT_ONCE = 200;

/**
 * Erases the accounts that were closed long enough ago (ERASE-03). The steps are: synced data, then the journal outside of the
 * database, then every table in one transaction. Each finished step is recorded, so a run after a crash repeats the unfinished
 * one.
 */
export async function eraseClosedAccounts(deps: Deps): Promise<void> {
  const { db, clock, log } = deps;
  await dateClosed(db, clock.now());
  // One failed erasure must not block the others; the next run retries it.
  const failed = (account: string) => (error: unknown) =>
    log.error({ err: error, account }, "an account could not be erased");
  for (const id of await accountsToErase(db, clock.now(), AT_ONCE)) await beginErasure(deps, id).catch(failed(id));
  for (const erasure of await unfinishedErasures(db)) {
    await continueErasure(deps, erasure).catch(failed(erasure.account_id));
  }
}

/** Starts an erasure, which cannot be undone. Skips an account that was reopened or put on legal hold since the query. */
async function beginErasure({ db, clock }: Deps, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const now = clock.now();
    const account = await lockAccount(tx, id);
    if (!account || !(await isDue(tx, account, now))) return;
    await insertErasure(tx, account, now);
    await endEverything(tx, account, now);
  });
}

async function continueErasure(deps: Deps, erasure: Erasure): Promise<void> {
  const { db, clock, syncStore, erasureJournal, mailer } = deps;
  const { account_id: id, username, addresses, closed_at: closedAt } = erasure;
  if (username === null) return;
  // Must run before the name is free: afterwards the data could be another person's.
  if (erasure.synced_data_at === null) {
    await syncStore.deleteAll(username);
    await noteStep(db, id, "synced_data_at", clock.now());
  }
  await mailer.forget?.(addresses, username);
  await erasureJournal.append({ id, closedAt, erasedAt: clock.now() });
  await eraseRecords(deps, id);
}
