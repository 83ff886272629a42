import { refuse } from "@foyer/service-kit/errors";
import type { Tx } from "../db/schema.ts";
import { type License, lockLicense, type OwnerRow, ownersOf } from "../stores/license-store.ts";
import { type Proof, refuseStale } from "../passwords/prove-password.ts";
import { type Account, findAccountForShare, lockAccount } from "../stores/account-store.ts";

/** A license with its managers, locked until the transaction ends. */
export interface ManagedNow {
  readonly license: License;
  /** The contact first. */
  readonly managers: readonly OwnerRow[];
  /** The caller. */
  readonly own: OwnerRow;
  /** The other account of the request; locked, so it cannot be closed before the transaction ends. */
  readonly other: Account | null;
}

/**
 * Locks the license, and then the caller's account and the other one in the order of their ids, as closing and merging do.
 *
 * Refuses what `refuseStale` refuses, and `object.not_found` when the caller no longer manages the license.
 */
export async function lockToManage(
  tx: Tx,
  now: Date,
  proof: Proof,
  licenseId: string,
  otherId: string | null,
): Promise<ManagedNow> {
  const license = await lockLicense(tx, licenseId);
  let [account, other]: (Account | null)[] = [];
  for (const id of [...new Set([proof.id, otherId ?? proof.id])].toSorted()) {
    if (id === proof.id) account = await lockAccount(tx, id);
    else other = await findAccountForShare(tx, id);
  }
  await refuseStale(tx, now, proof, account ?? refuse("session.required"));
  const managers = await ownersOf(tx, licenseId);
  const own = managers.find((manager) => manager.account_id === proof.id);
  if (!license || !own) refuse("object.not_found");
  return { license, managers, own, other: otherId === proof.id ? (account ?? null) : (other ?? null) };
}
