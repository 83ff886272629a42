import { deletedAccount } from "@foyer/domain/closed-account";
import { inTransaction } from "@foyer/service-kit/db";
import type { Transaction } from "kysely";
import type { AccountsTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { recordLicenseEvent } from "../license-events/license-events.ts";
import { deletePasskeysOf } from "../stores/passkey-store.ts";
import { lockAccount } from "../stores/account-store.ts";
import { recordSecurityEvent } from "../security-events/security-events.ts";
import { forgetPasswordTries } from "../passwords/sign-in-guard.ts";
import {
  deleteInvitationsTo,
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
    await takeInvitationsBack(tx, now, person.addresses);
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

/** Withdraws the open invitations. The managers see that in the license's record, without the addresses. */
async function takeInvitationsBack(
  tx: Transaction<AccountsTables>,
  now: Date,
  addresses: readonly string[],
): Promise<void> {
  for (const license of await deleteInvitationsTo(tx, addresses)) {
    await recordLicenseEvent(tx, now, license, {
      act: "seats.removed",
      by: null,
      byKind: "system",
      details: { count: 1, addresses: [deletedAccount] },
    });
  }
}
