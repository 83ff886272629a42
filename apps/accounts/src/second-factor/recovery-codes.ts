import type { Deps } from "../deps.ts";
import { hashOf } from "../secrets/secret-values.ts";
import { unusedCodes } from "./second-factor-store.ts";

// A code has 50 bits, as people type it: its hash is slow and salted, like a password's. `code_hash` holds the bytes of the
// PHC string; in 32 bytes it is the SHA-256 of a code that was made before that.

const SHAPE = /^[A-Z2-9]{5}-[A-Z2-9]{5}$/;
const SHA256_BYTES = 32;

/** What is kept of recovery codes. Takes as long as hashing so many passwords. */
export async function hashesOfCodes(
  { passwords }: Pick<Deps, "passwords">,
  codes: readonly string[],
): Promise<Buffer[]> {
  const hashes: Buffer[] = [];
  // One after the other: sign-ins beside it are not held up.
  for (const code of codes) hashes.push(Buffer.from(await passwords.hash(code)));
  return hashes;
}

/** The kept hash of an unused recovery code that fits what was typed; null where none does. Refuses `service.unavailable`. */
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
