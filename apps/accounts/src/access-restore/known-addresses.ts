import { addressKey } from "@foyer/domain/addresses";
import type { Queryable } from "@foyer/service-kit/db";
import type { AccountsTables } from "../db/schema.ts";
import { after, lifetimes } from "../lifetimes.ts";
import type { Account } from "../people/account-store.ts";
import { formerAddresses } from "./known-address-store.ts";

/**
 * Every address that the account had within the last 365 days, without duplicates. The present address is first.
 *
 * Requested addresses that were never confirmed do not count: a thief in the account could request any address.
 */
export async function knownAddresses(
  db: Queryable<AccountsTables>,
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
