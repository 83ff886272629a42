import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { lockAccount } from "../stores/account-store.ts";
import { endEverything } from "../sessions/end-everything.ts";
import {
  accountsToErase,
  dateClosed,
  type Erasure,
  findErasure,
  insertErasure,
  isDue,
  lockUnfinished,
  noteStep,
  unfinishedErasures,
} from "../stores/erasure-store.ts";
import { endInvitationsOfErased } from "../seats/seat-changes.ts";
import { deletePasskeysOf } from "../stores/passkey-store.ts";
import { recordSecurityEvent } from "../security-events/security-events.ts";
import { forgetPasswordTries } from "../passwords/sign-in-guard.ts";
import {
  eraseAccount,
  eraseCredentials,
  eraseFromLicenses,
  eraseFromRecords,
  eraseHeldSeats,
  eraseJobs,
  eraseRequests,
  lockLicensesConcerned,
  waitLong,
} from "./erased-row-store.ts";
import { eraseFromTrials } from "../stores/trial-store.ts";

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

/**
 * Removes the person from every table of this service in one transaction, except for the account's id.
 *
 * Repeating it changes nothing.
 */
async function eraseRecords({ db, clock, database }: Deps, accountId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await waitLong(tx);
    const now = clock.now();
    await lockLicensesConcerned(tx, accountId);
    const account = await lockAccount(tx, accountId);
    const erasure = await lockUnfinished(tx, accountId);
    if (!account || !erasure || erasure.username === null) return;
    const person = { ...erasure, username: erasure.username };
    await eraseFromRecords(tx, accountId);
    await eraseHeldSeats(tx, accountId);
    await endInvitationsOfErased(tx, now, person.addresses);
    await eraseFromLicenses(tx, person);
    await eraseFromTrials(tx, accountId);
    await eraseCredentials(tx, person);
    await deletePasskeysOf(tx, accountId);
    await eraseRequests(tx, person);
    await forgetPasswordTries(tx, person.username);
    await eraseJobs(tx, `${database.schema}_jobs`, person);
    await eraseAccount(tx, accountId);
    await recordSecurityEvent(tx, now, null, { kind: "account.erased", accountId, actor: null });
    await noteStep(tx, accountId, "records_at", now);
  });
}

/**
 * Records that the purchase service erased its part, and deletes mails to the account kept in the mail sandbox. Refuses
 * `object.not_found`.
 */
export async function confirmErasure({ db, clock, mailer }: Deps, accountId: string): Promise<void> {
  const erasure = await findErasure(db, accountId);
  if (!erasure) refuse("object.not_found");
  await mailer.forget?.(erasure.addresses);
  await noteStep(db, accountId, "payments_at", clock.now());
}
