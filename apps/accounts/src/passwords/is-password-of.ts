import { Refusal } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { type Account, foreignHashes } from "../people/account-store.ts";
import type { AllowedTry } from "../sessions/sign-in-guard.ts";
import { othersThan } from "./password-hasher.ts";

/**
 * Whether that is the account's password; for names that strangers type. A wrong one is told to the try as a failure, and
 * takes as long for a name that nobody has: while there are hashes of an old system, each kind of them is checked too.
 */
export async function isPasswordOf(
  { db, passwords }: Pick<Deps, "db" | "passwords">,
  allowed: AllowedTry,
  account: Pick<Account, "password_hash"> | null,
  password: string,
): Promise<boolean> {
  const stored = account?.password_hash ?? null;
  try {
    if (await passwords.verify(stored, password)) return true;
    await allowed.failed();
  } catch (error) {
    if (error instanceof Refusal) await allowed.notLookedAt();
    throw error;
  }
  for (const other of othersThan(stored, await foreignHashes(db))) await passwords.verify(other, password);
  return false;
}
