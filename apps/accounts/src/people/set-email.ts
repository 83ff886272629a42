import { addressKey } from "@foyer/domain/addresses";
import type { Transaction } from "kysely";
import type { AccountsTables } from "../db/schema.ts";
import { setAccountEmail } from "./account-store.ts";

/**
 * Makes that the account's address, on its seats too.
 *
 * The licences are locked before, in the order of their ids, as by everybody who writes seats.
 */
export async function setEmail(tx: Transaction<AccountsTables>, accountId: string, email: string): Promise<void> {
  await tx
    .selectFrom("licenses")
    .select("id")
    .where("id", "in", (seats) => seats.selectFrom("seats").select("license_id").where("account_id", "=", accountId))
    .orderBy("id")
    .forUpdate()
    .execute();
  await setAccountEmail(tx, accountId, email);
  await tx
    .updateTable("seats")
    .set({ email, email_key: addressKey(email) })
    .where("account_id", "=", accountId)
    .execute();
}
