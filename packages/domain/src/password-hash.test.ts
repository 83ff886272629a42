import { expect, test } from "vitest";
import { readPasswordHash } from "./password-hash.ts";

const salt = "c2FsdHNhbHRzYWx0c2FsdA";
const key = "aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g";
const bcrypt = (cost: string, version = "2b"): string => `$${version}$${cost}$${"a".repeat(53)}`;

test.each([
  ["argon2id", `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${key}`, "argon2id 19456 2 1"],
  ["bcrypt 2a", bcrypt("04", "2a"), "bcrypt 4"],
  ["bcrypt 2b", bcrypt("14"), "bcrypt 14"],
  ["bcrypt 2y", bcrypt("10", "2y"), "bcrypt 10"],
  ["scrypt", `$scrypt$ln=18,r=8,p=1$${salt}$${key}`, "scrypt 262144 8 1"],
  ["scrypt of more blocks", `$scrypt$ln=17,r=16,p=2$${salt}$${key}`, "scrypt 131072 16 2"],
  ["PBKDF2", `$pbkdf2-sha256$i=1500000$${salt}$${key}`, "pbkdf2 sha256 1500000 32"],
  ["PBKDF2 with its length", `$pbkdf2-sha512$i=210000,l=32$${salt}$${key}`, "pbkdf2 sha512 210000 32"],
  [
    "PBKDF2 as passlib writes it",
    `$pbkdf2-sha256$29000$N2YMIWQsBWBMae09x1jrPQ$1t8iyB2A.WF/Z5JZv.lfCIhXXN33N23OSgQYThBYRfk`,
    "pbkdf2 sha256 29000 32",
  ],
  ["PBKDF2 with SHA-1", `$pbkdf2$131000$${salt}$${key}`, "pbkdf2 sha1 131000 32"],
  ["Django's", `pbkdf2_sha256$600000$someSalt$${key}=`, "pbkdf2 sha256 600000 32"],
])("HASH-01 accepts %s, and knows what checking it costs", (_, hash, work) => {
  expect(readPasswordHash(hash)).toMatchObject({ work });
});

test.each([
  ["a bcrypt cost of 15", bcrypt("15"), "has the bcrypt cost 15; it may be from 4 to 14"],
  ["a bcrypt cost of 3", bcrypt("03"), "has the bcrypt cost 3; it may be from 4 to 14"],
  ["half a bcrypt hash", "$2b$10$abc", "is not a whole bcrypt hash"],
  ["too much memory", `$scrypt$ln=19,r=8,p=1$${salt}$${key}`, "N·r may be at most that"],
  ["too much memory by blocks", `$scrypt$ln=18,r=9,p=1$${salt}$${key}`, "N·r may be at most that"],
  ["too much time", `$scrypt$ln=18,r=8,p=5$${salt}$${key}`, "N·r·p may be at most that"],
  ["scrypt of nothing", `$scrypt$ln=0,r=8,p=1$${salt}$${key}`, "is not a whole scrypt hash"],
  [
    "too many rounds",
    `$pbkdf2-sha256$i=1500001$${salt}$${key}`,
    "has 1500001 rounds of PBKDF2; there may be from 1 to 1,500,000",
  ],
  ["too many of Django's", `pbkdf2_sha256$2000000$someSalt$${key}=`, "has 2000000 rounds"],
  ["no rounds", `$pbkdf2-sha256$i=0$${salt}$${key}`, "has 0 rounds"],
  ["a key that is too long", `$pbkdf2-sha256$i=1$${salt}$${key.repeat(3)}`, "is not a whole PBKDF2 hash"],
  [
    "argon2id that stalls",
    `$argon2id$v=19$m=8388608,t=2,p=1$${salt}$${key}`,
    "is not an argon2id hash as export writes it",
  ],
])("HASH-01 refuses %s, and names the bound", (_, hash, wrong) => {
  expect(readPasswordHash(hash)).toEqual({ wrong: expect.stringContaining(wrong) });
});

test.each([
  ["5f4dcc3b5aa765d61d8327deb882cf99", "is an MD5 hash"],
  ["$1$salt$qJH7.N4xYta3aEG/dfqo/0", "is an MD5 hash"],
  ["$P$B55D6LjfHDkINU5wF.v2BuuzO0/XPk/", "is a phpass hash"],
  ["5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8", "is a SHA-1 hash"],
  ["5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8", "is an unsalted SHA-2 hash"],
  ["$6$rounds=5000$salt$abc", "is a SHA-crypt hash"],
  ["$argon2i$v=19$m=64,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA", "is an argon2 hash other than argon2id"],
  ["my own idea", "is a hash of an unknown kind"],
])("HASH-01 names what %s is, and what to do", (hash, name) => {
  const reading = readPasswordHash(hash);
  expect(reading).toEqual({ wrong: expect.stringContaining(name) });
  expect(reading).toEqual({ wrong: expect.stringMatching(/: leave it out; the customer resets it by mail$/) });
});
