import { Refusal } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { type Account, foreignHashes } from "../stores/account-store.ts";
import type { AllowedTry } from "./sign-in-guard.ts";
import { othersThan } from "./password-hasher.ts";

/**
 * True when the password matches the stored hash; null matches nothing. Reports a wrong password to the try as a failure. Refuses
 * `service.unavailable` when too many checks wait, and reports that to the try as unchecked.
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
    if (error instanceof Refusal) await allowed.notChecked();
    throw error;
  }
}

/**
 * True when that is the account's password; used for names that strangers type. Reports a wrong password to the try as a failure.
 * Takes equally long for an unknown name: while hashes of an old system exist, each kind of them is checked too.
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
