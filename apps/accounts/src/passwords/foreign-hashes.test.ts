import { hashSync } from "@node-rs/argon2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readPasswordHash } from "@foyer/domain/password-hash";
import { exportAccounts } from "../import/export-row-store.ts";
import { setClosed } from "../stores/account-store.ts";
import { makeAccounts, password } from "../testing/factories.ts";
import { mailedToken } from "../testing/mails.ts";
import { startAccounts, type TestAccounts } from "../testing/test-accounts.ts";
import { checkStored } from "./check-stored.ts";
import { normalizing, type PasswordHasher, passwordHasher } from "./password-hasher.ts";

// Hashes that other programs made of the password of the tests' accounts.
const foreign = {
  bcrypt: "$2b$06$CCCCCCCCCCCCCCCCCCCCC.JPw68zlONobgT9iNgjtyRxWeWdyxUEu",
  scrypt: "$scrypt$ln=11,r=8,p=5$c2FsdHNhbHRzYWx0c2FsdA$aA2QPHrEjm1i4dN3lChEnLbiKjNt+Bg+x/jb7d0ceB0",
  pbkdf2:
    "$pbkdf2-sha512$i=5000,l=64$c2FsdHNhbHRzYWx0c2FsdA$kIH6GIZOy81cztNAANj9GnzaCrLlFnMP0UT1cacC78iZbkMN/1F2V1fN2765u30G3tO5zaGFD9I7dGBI6Kjdwg",
  passlib: "$pbkdf2$4000$c2FsdHNhbHRzYWx0c2FsdA$bT7P3aRgyZA2cjPmh4VgjehKrO8",
  django: "pbkdf2_sha256$10000$aSaltOfDjango$Sn9IiDsqLl9VuOmYPec2dCpSodpn3jrFy7pjuLkPrco=",
};
/** The most expensive hashes that are accepted. */
const bounds = {
  scrypt: "$scrypt$ln=18,r=8,p=1$c2FsdHNhbHRzYWx0c2FsdA$iyvHo5P9oEnf/OJl4GtU8XEiEdrLKU0gxKfUGFeANwM",
  pbkdf2: "$pbkdf2-sha256$i=1500000$c2FsdHNhbHRzYWx0c2FsdA$TyeV58E0bl0NZ54D61fIkpHttha8pkc1oBPHSkkQ4To",
};
const slow = "$pbkdf2-sha256$i=400000$c2FsdHNhbHRzYWx0c2FsdA$tHkEn8dR24lX/L43ifNpWXm+15/7A+7OkMwgZn6Ab8E";
const TODAYS = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;
const hasher = passwordHasher();
/** Checks exactly what it is given, unlike the hasher. */
const checkedAs = async (stored: string | null, text: string) => stored !== null && checkStored(stored, text);

describe("HASH-01 an old system's hash", () => {
  test.each(Object.entries(foreign))("HASH-01 %s is checked by the rules of that system", async (_, hash) => {
    expect(await hasher.verify(hash, password)).toBe(true);
    expect(await hasher.verify(hash, `${password}!`)).toBe(false);
  });

  test.each(Object.entries(bounds))("HASH-01 %s is checked up to its bound", async (_, hash) => {
    expect(await hasher.verify(hash, password)).toBe(true);
  });

  test("HASH-01 bcrypt reads 72 bytes, and its three prefixes mean the same", async () => {
    // From the test vectors of crypt_blowfish.
    const long = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789chars after 72 are ignored";
    const hash = "$2a$05$abcdefghijklmnopqrstuu5s2v8.iXieOjg/.AySBTTZIIVFJeBui";
    for (const version of ["$2a$", "$2b$", "$2y$"]) {
      expect(await hasher.verify(hash.replace("$2a$", version), long)).toBe(true);
      expect(await hasher.verify(hash.replace("$2a$", version), long.slice(0, 72))).toBe(true);
      expect(await hasher.verify(hash.replace("$2a$", version), long.slice(0, 71))).toBe(false);
    }
  });

  test("HASH-01 a hash beyond the bounds is not checked at all", async () => {
    const beyond = foreign.bcrypt.replace("$06$", "$31$");
    expect(await hasher.verify(beyond, password)).toBe(false);
  });
});

describe("HASH-02 the first sign-in", () => {
  let service: TestAccounts;
  const checked: (string | null)[] = [];
  let beforeHash: () => Promise<unknown> = async () => undefined;
  const counting: PasswordHasher = {
    ...hasher,
    hash: async (typed) => {
      await beforeHash();
      return hasher.hash(typed);
    },
    verify: (stored, typed) => {
      checked.push(stored);
      return hasher.verify(stored, typed);
    },
  };
  beforeAll(async () => {
    service = await startAccounts({ instances: 2, passwords: counting });
    await makeAccounts(
      service,
      ...Object.entries(foreign).map(([username, hash]) => ({ username, password_hash: hash })),
    );
  });
  afterAll(() => service.close());

  let networks = 0;
  const signIn = (username: string, typed = password, instance = 0) =>
    service.call("POST", "signin/", { body: { username, password: typed }, instance, ip: `198.51.100.${++networks}` });
  const hashOf = async (name: string): Promise<string | null | undefined> =>
    (await exportAccounts(service.database.kysely)).find(({ username }) => username === name)?.password_hash;

  test("HASH-02 the first sign-in replaces the hash by today's kind, once, and an export writes the stored hash", async () => {
    for (const [name, hash] of Object.entries(foreign)) {
      expect((await signIn(name, "something else")).body.code).toBe(1001);
      expect(await hashOf(name)).toBe(hash);
      const answers = await Promise.all([0, 1, 0, 1].map((instance) => signIn(name, password, instance)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const ours = await hashOf(name);
      expect(ours).toMatch(TODAYS);
      for (const { body } of answers) {
        expect((await service.post("user/", {}, body.token.access_token)).status).toBe(200);
      }
      expect((await signIn(name)).status).toBe(200);
      expect(await hashOf(name)).toBe(ours);
    }
  });

  test("HASH-02 opens no session and stores no hash when the account is closed during the check", async () => {
    await makeAccounts(service, { username: "late", password_hash: foreign.bcrypt });
    const { kysely } = service.database;
    const late = await kysely.selectFrom("accounts").select("id").where("username", "=", "late").executeTakeFirst();
    // Runs after the password check, before the new hash is stored.
    beforeHash = () => setClosed(kysely, { id: late?.id ?? "", closed_at: null }, 300, "staff", service.clock.now());
    expect((await signIn("late")).body.code).toBe(1004);
    beforeHash = async () => undefined;
    expect(await hashOf("late")).toBe(foreign.bcrypt);
  });

  test("R-04 HASH-02 a refusal costs the same checks for every name while hashes of an old system exist", async () => {
    await makeAccounts(
      service,
      { username: "old", password_hash: foreign.bcrypt },
      { username: "older", password_hash: foreign.django },
      { username: "ours" },
      { username: "closed", state: 300 },
      { username: "unset", password_hash: null },
    );
    const works = new Map<string, string[]>();
    for (const name of ["old", "older", "ours", "closed", "unset", "nobody"]) {
      checked.length = 0;
      expect((await signIn(name, "something else")).body.code).toBe(1001);
      works.set(name, checked.map(workOf).toSorted());
    }
    expect([...works.values()]).toEqual(Array.from(works, () => ["argon2id", "bcrypt 6", "pbkdf2 sha256 10000 32"]));
    // After the last such hash is replaced, a refusal costs only our own check.
    for (const name of ["old", "older", "late"]) {
      await service.database.pool.query("update accounts set state = 100 where username = $1", [name]);
      expect((await signIn(name)).status).toBe(200);
    }
    checked.length = 0;
    await signIn("nobody", "something else");
    expect(checked.map(workOf)).toEqual(["argon2id"]);
  });

  test("R-23 HASH-02 a reset replaces the hash too", async () => {
    await makeAccounts(service, { username: "resetting", password_hash: foreign.scrypt });
    await service.post("password_reset/", { email_address: "resetting@example.com" });
    const token = await mailedToken(service, "resetting@example.com");
    const chosen = { new_password: "copper-kettle-91", new_password_2: "copper-kettle-91" };
    expect((await service.post("password_reset/confirm/", { token, ...chosen })).status).toBe(200);
    expect(await hashOf("resetting")).toMatch(TODAYS);
    expect((await signIn("resetting")).body.code).toBe(1001);
  });
});

describe("R-01 a password typed by another keyboard", () => {
  const composed = "gr\u00fcn-lantern-91";
  const decomposed = "gru\u0308n-lantern-91";
  let service: TestAccounts;
  const exact: (string | null)[] = [];
  beforeAll(async () => {
    const counted = normalizing({
      hash: (text) => hasher.hash(text),
      verify: (stored, text) => {
        exact.push(stored);
        return checkedAs(stored, text);
      },
      wantsRehash: () => false,
    });
    service = await startAccounts({ passwords: counted });
  });
  afterAll(() => service.close());

  const signIn = (username: string, typed: string) => service.post("signin/", { username, password: typed });
  const hashOf = async (username: string) =>
    (await service.database.pool.query("select password_hash as hash from accounts where username = $1", [username]))
      .rows[0]?.hash;

  test("R-01 a new password is the same in both forms: reset, change, sign-in and proof (FAULT-14)", async () => {
    await makeAccounts(service, { username: "typist" });
    await service.post("password_reset/", { email_address: "typist@example.com" });
    const token = await mailedToken(service, "typist@example.com");
    const both = { new_password: decomposed, new_password_2: composed };
    expect((await service.post("password_reset/confirm/", { token, ...both })).status).toBe(200);
    expect((await signIn("typist", composed)).status).toBe(200);
    expect((await signIn("typist", decomposed)).status).toBe(200);
    expect((await signIn("typist", "grun-lantern-91")).body.code).toBe(1001);
  });

  test("R-01 a hash of the raw form is accepted as it was typed, then replaced (FAULT-14)", async () => {
    await makeAccounts(service, { username: "older", password_hash: hashSync(decomposed) });
    expect((await signIn("older", composed)).body.code).toBe(1001);
    expect((await signIn("older", decomposed)).status).toBe(200);
    expect((await signIn("older", composed)).status).toBe(200);
    expect(await hashOf("older")).toMatch(TODAYS);
  });

  test("R-04 a wrong password costs the same checks for every name, in each form (FAULT-14)", async () => {
    await makeAccounts(service, { username: "known" }, { username: "unset", password_hash: null });
    for (const [typed, checks] of [
      [composed, 1],
      [decomposed, 2],
    ] as const) {
      for (const name of ["known", "unset", "nobody"]) {
        exact.length = 0;
        expect((await signIn(name, typed)).body.code).toBe(1001);
        expect([name, exact.length]).toEqual([name, checks]);
      }
    }
  });
});

test("R-09 HASH-02 a check of our hash does not wait behind those of an old system", async () => {
  const ours = await hasher.hash(password);
  const ended: string[] = [];
  const check = async (name: string, hash: string): Promise<void> => {
    expect(await hasher.verify(hash, password)).toBe(true);
    ended.push(name);
  };
  await Promise.all([...Array.from({ length: 8 }, () => check("foreign", slow)), check("ours", ours)]);
  expect(ended.indexOf("ours")).toBeLessThan(4);
});

test("R-09 HASH-02 too many waiting checks of an old system's hashes are refused, and ours continue", async () => {
  const own = passwordHasher({ atOnce: 1 });
  const foreigners = Array.from({ length: 60 }, () => own.verify(foreign.bcrypt, password).catch(() => "refused"));
  const ours = await own.hash(password);
  expect(await own.verify(ours, password)).toBe(true);
  const outcomes = await Promise.all(foreigners);
  expect(new Set(outcomes)).toEqual(new Set([true, "refused"]));
});

/** The kind of work of a check; null is the placeholder hash, which is our kind. */
function workOf(stored: string | null): string {
  const hash = stored === null ? null : readPasswordHash(stored);
  return hash && "work" in hash && !TODAYS.test(stored ?? "") ? hash.work : "argon2id";
}
