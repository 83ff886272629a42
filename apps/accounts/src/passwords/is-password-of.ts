import { Refusal } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { type Account, foreignHashes } from "../people/account-store.ts";
import type { AllowedTry } from "../sessions/sign-in-guard.ts";
import { othersThan } from "./password-hasher.ts";

/**
 * Whether the password is the one that is stored; null stores none. A wrong one is told to the try as a failure, and one that
 * was not looked at, as too many are, as that: refuses `service.unavailable` then.
 */
export async function fitsStored(
  { passwords }: Pick<Deps, "passwords">,
  allowed: AllowedTry,
  stored: string | null,
  password: string,
): Promise<boolean> {
  try {
    const fits = await passwords.verify(stored, password);
    if (!fits) await allowed.failed();
    return fits;
  } catch (error) {
    if (error instanceof Refusal) await allowed.notLookedAt();
    throw error;
  }
}

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
  if (await fitsStored({ passwords }, allowed, stored, password)) return true;
  for (const other of othersThan(stored, await foreignHashes(db))) await passwords.verify(other, password);
  return false;
}
