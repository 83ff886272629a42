import type { Transaction } from "kysely";
import { forgetBrowsersOf } from "../browsers/browser-store.ts";
import type { AccountsTables } from "../db/schema.ts";
import { deletePasskeysOf } from "../passkeys/passkey-store.ts";
import { forgetPasswordTries } from "../sessions/sign-in-guard.ts";
import { type Account, clearPassword } from "../people/account-store.ts";
import { removeFactor } from "../second-factor/second-factor-store.ts";

/**
 * Nothing that signed in to the account before does so any more: its password, its second factor and recovery codes, its
 * passkeys, and the browsers that it knows. What was proved by them counts no more either.
 *
 * The one place for every other way in there is or will be.
 */
export async function removeWaysIn(
  tx: Transaction<AccountsTables>,
  { id, username }: Pick<Account, "id" | "username">,
): Promise<{ secondFactor: boolean }> {
  await clearPassword(tx, id);
  // Its recovery codes go with it.
  const secondFactor = await removeFactor(tx, id);
  await deletePasskeysOf(tx, id);
  await forgetBrowsersOf(tx, id);
  await forgetPasswordTries(tx, username);
  return { secondFactor };
}
