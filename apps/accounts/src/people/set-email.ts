import { addressKey } from "@foyer/domain/addresses";
import type { Transaction } from "kysely";
import type { AccountsTables } from "../db/schema.ts";
import { freeDoubles } from "../seats/free-doubles.ts";
import { seatIdsOf } from "../seats/seat-store.ts";
import { type Account, lockAccount, setAccountEmail } from "./account-store.ts";

/** Locks the licenses in which the account holds seats, in the order of their ids, as everybody does who writes seats. */
async function lockItsLicenses(tx: Transaction<AccountsTables>, accountId: string): Promise<void> {
  await tx
    .selectFrom("licenses")
    .select("id")
    .where("id", "in", (seats) => seats.selectFrom("seats").select("license_id").where("account_id", "=", accountId))
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** The account, locked for a change of its address; its licenses are locked before it, as by everybody. */
export async function lockForEmail(tx: Transaction<AccountsTables>, accountId: string): Promise<Account | null> {
  await lockItsLicenses(tx, accountId);
  return lockAccount(tx, accountId);
}

/** Makes that the account's address, on its seats too; an invitation of the address where the account sits is withdrawn. */
export async function setEmail(
  tx: Transaction<AccountsTables>,
  now: Date,
  accountId: string,
  email: string,
): Promise<void> {
  await lockItsLicenses(tx, accountId);
  await setAccountEmail(tx, accountId, email);
  await freeDoubles(tx, now, await seatIdsOf(tx, accountId), addressKey(email));
  await tx
    .updateTable("seats")
    .set({ email, email_key: addressKey(email) })
    .where("account_id", "=", accountId)
    .execute();
}
