import { pbkdf2Sync, scryptSync, timingSafeEqual } from "node:crypto";
import { verifySync as verifyArgon2 } from "@node-rs/argon2";
import { verifySync as verifyBcrypt } from "@node-rs/bcrypt";
import { readPasswordHash, type StoredHash } from "@foyer/domain/password-hash";

/**
 * True when the password matches, by the rules of the system that made the hash: bcrypt reads only the first 72 bytes.
 *
 * Takes as long as the hash's parameters demand; throws for an unreadable hash.
 */
export function checkStored(stored: string, password: string): boolean {
  const hash = readPasswordHash(stored);
  if ("wrong" in hash) throw new Error(`it ${hash.wrong}`);
  switch (hash.method) {
    case "argon2id":
      return verifyArgon2(stored, password);
    case "bcrypt":
      return verifyBcrypt(password, stored);
    default:
      return isSame(hash, password);
  }
}

function isSame(hash: Extract<StoredHash, { key: string }>, password: string): boolean {
  const key = Buffer.from(hash.key, "base64");
  return timingSafeEqual(key, derived(hash, password, key.length));
}

function derived(hash: Extract<StoredHash, { key: string }>, password: string, length: number): Buffer {
  if (hash.method === "pbkdf2") {
    const salt = Buffer.from(hash.salt, hash.isPlainSalt ? "utf8" : "base64");
    return pbkdf2Sync(password, salt, hash.rounds, length, hash.digest);
  }
  const { cost, blockSize, parallelization } = hash;
  // Node needs slightly more than the algorithm's 128·N·r.
  const maxmem = 128 * blockSize * (cost + parallelization + 2) + 2 ** 20;
  const options = { cost, blockSize, parallelization, maxmem };
  return scryptSync(password, Buffer.from(hash.salt, "base64"), length, options);
}
