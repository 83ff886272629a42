import { addressKey } from "@foyer/domain/addresses";
import type { Tx } from "../db/schema.ts";
import { lockLicensesOfSeats, seatIdsOf, setSeatsEmail } from "../stores/account-seat-store.ts";
import { endDoubles } from "../seats/seat-changes.ts";
import { type Account, lockAccount, setAccountEmail } from "../stores/account-store.ts";

/** The account, locked for a change of its address. Locks the licenses of its seats first, as everywhere. */
export async function lockForEmail(tx: Tx, accountId: string): Promise<Account | null> {
  await lockLicensesOfSeats(tx, accountId);
  return lockAccount(tx, accountId);
}

/**
 * Sets the address of the account and of its seats. Withdraws an invitation of that address to a license in which the account has
 * a seat.
 */
export async function setEmail(tx: Tx, now: Date, accountId: string, email: string): Promise<void> {
  await lockLicensesOfSeats(tx, accountId);
  await setAccountEmail(tx, accountId, email);
  await endDoubles(tx, now, await seatIdsOf(tx, accountId), addressKey(email));
  await setSeatsEmail(tx, accountId, email, addressKey(email));
}
