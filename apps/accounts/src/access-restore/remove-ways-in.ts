import { forgetBrowsersOf } from "../stores/browser-store.ts";
import type { Tx } from "../db/schema.ts";
import { deletePasskeysOf } from "../stores/passkey-store.ts";
import { forgetPasswordTries } from "../passwords/sign-in-guard.ts";
import { type Account, clearPassword } from "../stores/account-store.ts";
import { removeFactor } from "../stores/second-factor-store.ts";

/**
 * Removes every way to sign in to the account: password, second factor, recovery codes, passkeys and known browsers. Earlier
 * proofs become invalid.
 *
 * Every future way to sign in must be removed here too.
 */
export async function removeWaysIn(
  tx: Tx,
  { id, username }: Pick<Account, "id" | "username">,
): Promise<{ secondFactor: boolean }> {
  await clearPassword(tx, id);
  // Also deletes its recovery codes.
  const secondFactor = await removeFactor(tx, id);
  await deletePasskeysOf(tx, id);
  await forgetBrowsersOf(tx, id);
  await forgetPasswordTries(tx, username);
  return { secondFactor };
}
