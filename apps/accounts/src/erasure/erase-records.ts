import { inTransaction } from "@foyer/service-kit/db";
import type { Deps } from "../deps.ts";
import { endInvitationsOfErased } from "../seats/seat-changes.ts";
import { deletePasskeysOf } from "../stores/passkey-store.ts";
import { lockAccount } from "../stores/account-store.ts";
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
import { lockUnfinished, noteStep } from "../stores/erasure-store.ts";

/**
 * Removes the person from every table of this service in one transaction, except for the account's id.
 *
 * Repeating it changes nothing.
 */
export async function eraseRecords({ db, clock, database }: Deps, accountId: string): Promise<void> {
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
