import type { Deps } from "../deps.ts";
import { hashOf } from "../secrets/secret-values.ts";
import { unusedCodes } from "../stores/second-factor-store.ts";

// A code has only 50 bits, because people type it. So its hash is slow and salted like a password's. `code_hash` holds the bytes
// of the PHC string; a value of 32 bytes is the SHA-256 of a code from an earlier version.

const SHAPE = /^[A-Z2-9]{5}-[A-Z2-9]{5}$/;
const SHA256_BYTES = 32;

/** The hashes to store for recovery codes. Takes as long as hashing the same number of passwords. */
export async function hashesOfCodes(
  { passwords }: Pick<Deps, "passwords">,
  codes: readonly string[],
): Promise<Buffer[]> {
  const hashes: Buffer[] = [];
  // One after the other, so that concurrent sign-ins are not delayed.
  for (const code of codes) hashes.push(Buffer.from(await passwords.hash(code)));
  return hashes;
}

/** The stored hash of an unused recovery code that matches; null when none does. Refuses `service.unavailable`. */
export async function findRecoveryCode(
  { db, passwords }: Pick<Deps, "db" | "passwords">,
  accountId: string,
  typed: string,
): Promise<Buffer | null> {
  const code = typed.toUpperCase();
  if (!SHAPE.test(code)) return null;
  for (const hash of await unusedCodes(db, accountId)) {
    const fits =
      hash.length === SHA256_BYTES ? hash.equals(hashOf(code)) : await passwords.verify(hash.toString(), code);
    if (fits) return hash;
  }
  return null;
}
