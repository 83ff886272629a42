import type { Queryable } from "@foyer/service-kit/db";
import type { Keyring } from "@foyer/service-kit/keyring";
import { Secret } from "otpauth";
import type { AccountsTables } from "../db/schema.ts";
import { keysInUse, maySeal, replaceSecret, sealFromNow, secretsNotUnder } from "./sealed-factor-store.ts";

type Db = Queryable<AccountsTables>;

const placeOf = (accountId: string): string => `second factor of ${accountId}`;

/** Secrets that were saved by the version before lie there in the clear until they are sealed. */
const isSealed = (kept: string): boolean => kept.startsWith("v1:");

/** The secret of that account's authenticator. @throws CannotUnseal */
export function openSecret(keyring: Keyring, accountId: string, kept: string): string {
  return isSealed(kept) ? keyring.unseal(kept, placeOf(accountId)) : kept;
}

/** What is kept of a new secret: for a while after the upgrade, what instances of the version before can read too. */
export async function keptSecret(db: Db, keyring: Keyring, accountId: string, secret: string): Promise<string> {
  return (await maySeal(db)) ? keyring.seal(secret, placeOf(accountId)) : secret;
}

/** The ids of keys that secrets lie under and that the keyring does not have. */
export async function missingKeys(db: Db, keyring: Keyring): Promise<string[]> {
  return keysInUse(db, keyring.ids);
}

const AT_ONCE = 200;

/** How secrets are encrypted anew. */
export interface ResealOptions {
  /** Whether no instance of the version before serves; otherwise its time is waited for. */
  readonly isAlone?: boolean;
  /** Whether what no key opens is replaced by a secret that nobody knows: no code fits any more, recovery codes still do. */
  readonly giveUp?: boolean;
}

/** What became of the secrets that lie in the clear or under a former key. */
export interface Resealed {
  readonly sealed: number;
  /** Those that no key opens; they stay as they are, unless they were given up. */
  readonly unreadable: number;
}

/**
 * Encrypts with the first key whatever is not. May end at any moment and be done again, by several instances at once: each row changes only
 * from what was read.
 */
export async function resealFactors(
  db: Db,
  keyring: Keyring,
  { isAlone = false, giveUp = false }: ResealOptions = {},
): Promise<Resealed> {
  if (isAlone) await sealFromNow(db);
  let sealed = 0;
  let unreadable = 0;
  if (!(await maySeal(db))) return { sealed, unreadable };
  const current = keyring.ids[0] ?? "";
  for (let after = ""; ;) {
    const rows = await secretsNotUnder(db, current, after, AT_ONCE);
    for (const { account_id: id, secret: kept } of rows) {
      const found = readable(keyring, id, kept);
      if (found === null) unreadable++;
      else sealed++;
      const secret = found ?? (giveUp ? new Secret({ size: 20 }).base32 : null);
      if (secret !== null) await replaceSecret(db, id, kept, keyring.seal(secret, placeOf(id)));
      after = id;
    }
    if (rows.length < AT_ONCE) return { sealed, unreadable };
  }
}

function readable(keyring: Keyring, accountId: string, kept: string): string | null {
  try {
    return openSecret(keyring, accountId, kept);
  } catch {
    return null;
  }
}
