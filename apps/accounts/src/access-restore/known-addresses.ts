import { addressKey } from "@foyer/domain/addresses";
import type { Db, Tx } from "../db/schema.ts";
import { after, lifetimes } from "../lifetimes.ts";
import type { Deps } from "../deps.ts";
import { queueSecret } from "../mail/send-secret.ts";
import { requestSecret } from "../stores/mailed-secret-store.ts";
import type { Account } from "../stores/account-store.ts";
import { formerAddresses } from "./known-address-store.ts";
import type { Restore } from "../stores/restore-store.ts";

/**
 * Every address that the account had within the last 365 days, without duplicates. The present address is first.
 *
 * Requested addresses that were never confirmed do not count: a thief in the account could request any address.
 */
async function knownAddresses(
  db: Db,
  account: Pick<Account, "id" | "username" | "email">,
  now: Date,
): Promise<string[]> {
  const former = await formerAddresses(db, account, after(now, -lifetimes.knownAddress));
  const known = new Map<string, string>();
  for (const address of [account.email, ...former]) {
    if (!known.has(addressKey(address))) known.set(addressKey(address), address);
  }
  return [...known.values()];
}

/** Queues the mails with the stop links. @returns their addresses; the new address is the last. */
export async function tellAddresses(
  deps: Deps,
  tx: Tx,
  account: Account,
  restore: Restore,
  now: Date,
): Promise<string[]> {
  const isNew = (address: string): boolean => addressKey(address) === addressKey(restore.address);
  const known = (await knownAddresses(tx, account, now)).filter((address) => !isNew(address));
  const told = [...known, restore.address];
  for (const [place, address] of told.entries()) {
    const secret = {
      purpose: "restore_stop",
      accountId: account.id,
      address,
      restore: { id: restore.id, place },
      ...(isNew(address) ? {} : { otherAddress: restore.address }),
    } as const;
    await queueSecret(tx, deps.addJob, await requestSecret(tx, now, secret));
  }
  return told;
}
