import { hash, verify } from "@node-rs/argon2";
import { normalizing, type PasswordHasher } from "../passwords/password-hasher.ts";

const CHEAP = { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 } as const;

/** Argon2id with minimal cost, for tests with hundreds of passwords. Other tests cover the real cost. */
export function cheapPasswords(): PasswordHasher {
  return normalizing({
    hash: (password) => hash(password, CHEAP),
    verify: async (stored, password) => stored !== null && verify(stored, password),
    wantsRehash: (stored) => !stored.startsWith("$argon2id$v=19$m=8,t=1,p=1$"),
  });
}
