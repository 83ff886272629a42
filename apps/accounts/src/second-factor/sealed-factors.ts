import type { Keyring } from "@foyer/service-kit/keyring";
import { Secret } from "otpauth";
import type { Db } from "../db/schema.ts";
import { keysInUse, maySeal, replaceSecret, sealFromNow, secretsNotUnder } from "./sealed-factor-store.ts";

const placeOf = (accountId: string): string => `second factor of ${accountId}`;

/** Secrets stored by the previous version are unencrypted until they are sealed. */
const isSealed = (kept: string): boolean => kept.startsWith("v1:");

/** The secret of that account's authenticator. @throws CannotUnseal */
export function openSecret(keyring: Keyring, accountId: string, kept: string): string {
  return isSealed(kept) ? keyring.unseal(kept, placeOf(accountId)) : kept;
}

/**
 * The form in which a new secret is stored. Shortly after the upgrade it is unencrypted, because instances of the previous
 * version may still read it.
 */
export async function keptSecret(db: Db, keyring: Keyring, accountId: string, secret: string): Promise<string> {
  return (await maySeal(db)) ? keyring.seal(secret, placeOf(accountId)) : secret;
}

/** The ids of keys that stored secrets use and that the keyring lacks. */
export async function missingKeys(db: Db, keyring: Keyring): Promise<string[]> {
  return keysInUse(db, keyring.ids);
}

const AT_ONCE = 200;

/** Options of sealing. */
export interface ResealOptions {
  /** True when no instance of the previous version runs; otherwise sealing waits for the time set at the upgrade. */
  readonly isAlone?: boolean;
  /** True replaces each unreadable secret by a random one: codes then fail, recovery codes still work. */
  readonly giveUp?: boolean;
}

/** Result of sealing. */
export interface Resealed {
  readonly sealed: number;
  /** Number of secrets that no key opens. They stay unchanged, unless `giveUp` replaced them. */
  readonly unreadable: number;
}

/**
 * Encrypts every secret with the first key that is not encrypted with it. May be interrupted, repeated and run by several
 * instances concurrently: a row changes only if it still has the value that was read.
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
