import { type Keyring, keyringOf } from "@foyer/service-kit/keyring";
import { createLog } from "@foyer/service-kit/log";
import { afterAll, beforeEach, expect, test } from "vitest";
import { cheapPasswords } from "../testing/cheap-passwords.ts";
import { makeAccounts, newPerson, password } from "../testing/factories.ts";
import { codeNow, turnOnFactor } from "../testing/second-factor.ts";
import { startAccounts } from "../testing/test-accounts.ts";
import { missingKeys, resealFactors } from "./sealed-factors.ts";
import { findCode, spendCode } from "./take-code.ts";

const [old, now, other] = ["old", "now", "other"].map((word) => `a-key-for-tests-${word}-0123456789abcdef`) as [
  string,
  string,
  string,
];

/** The keyring of the instances; a test may replace it. */
let ring: Keyring = keyringOf([old]);
const keyring: Keyring = {
  seal: (plain, place) => ring.seal(plain, place),
  unseal: (sealed, place) => ring.unseal(sealed, place),
  isCurrent: (sealed) => ring.isCurrent(sealed),
  sign: (text, use) => ring.sign(text, use),
  isSigned: (signature, text, use) => ring.isSigned(signature, text, use),
  get ids() {
    return ring.ids;
  },
};

const service = await startAccounts({ instances: 2, keyring });
afterAll(() => service.close());
beforeEach(async () => {
  ring = keyringOf([old]);
  await service.forgetTries();
});

const codeAt = (secret: string) => codeNow(service, secret);
const signInWith = (username: string, otp: string) => service.post("signin/", { username, password, otp });
const reseal = (how = {}) => resealFactors(service.database.kysely, keyring, how);

async function withFactor() {
  const { id, name, token } = await newPerson(service);
  const factor = await turnOnFactor(service, token);
  service.clock.advance(30);
  return { id, name, ...factor };
}

async function keptOf(id: string): Promise<string> {
  const { rows } = await service.database.pool.query("select secret from second_factors where account_id = $1", [id]);
  return rows[0].secret;
}
const keep = (id: string, secret: string) =>
  service.database.pool.query("update second_factors set secret = $2 where account_id = $1", [id, secret]);

/** All rows of the schema as text. */
async function dump(): Promise<string> {
  const { rows } = await service.database.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'accounts'",
  );
  const texts = rows.map(async ({ name }) => {
    const { rows: found } = await service.database.pool.query(`select row_to_json(t)::text as row from ${name} t`);
    return found.map(({ row }) => row).join("\n");
  });
  return (await Promise.all(texts)).join("\n");
}

test("R-81 the database never contains an authenticator's secret in the clear", async () => {
  const { token: access } = await newPerson(service);
  const { body } = await service.post("user/second_factor/", {}, access);
  const waiting = await dump();
  const confirmed = await service.post("user/second_factor/confirm/", { otp: codeAt(body.secret) }, access);
  expect(confirmed.status).toBe(200);
  for (const text of [waiting, await dump()]) {
    expect(text).not.toContain(body.secret);
    expect(text).toContain(`"secret":"v1:${ring.ids[0]}:`);
  }
});

test("R-81 R-12 codes work before, during and after a rotation, which two instances may run concurrently", async () => {
  const people = [await withFactor(), await withFactor(), await withFactor()];
  const before = await Promise.all(people.map(({ id }) => keptOf(id)));
  const allSignIn = async (): Promise<void> => {
    service.clock.advance(30);
    for (const { name, secret } of people) expect((await signInWith(name, codeAt(secret))).status).toBe(200);
  };
  ring = keyringOf([now, old]);
  await allSignIn();
  await Promise.all([reseal(), reseal()]);
  for (const [at, { id }] of people.entries()) {
    expect(await keptOf(id)).toMatch(new RegExp(`^v1:${ring.ids[0]}:`));
    expect(await keptOf(id)).not.toBe(before[at]);
  }
  expect(await reseal()).toEqual({ sealed: 0, unreadable: 0 });
  await allSignIn();
  ring = keyringOf([now]);
  expect(await missingKeys(service.database.kysely, keyring)).toEqual([]);
  await allSignIn();
});

test("R-12 a code works, once, although its secret is re-encrypted during the check", async () => {
  const { id, secret } = await withFactor();
  const deps = {
    db: service.database.kysely,
    clock: service.clock,
    passwords: cheapPasswords(),
    keyring,
    log: createLog({ level: "silent" }),
  };
  const found = await findCode(deps, id, codeAt(secret));
  ring = keyringOf([now, old]);
  await reseal();
  const spend = () => found && spendCode(deps, deps.db, service.clock.now(), id, found);
  expect((await Promise.all([spend(), spend()])).filter(Boolean)).toHaveLength(1);
});

test("R-81 without the key a code gets 503 and costs no try; recovery codes and other accounts still sign in", async () => {
  const { name, secret, codes } = await withFactor();
  const { name: plain } = await newPerson(service);
  ring = keyringOf([other]);
  expect(await missingKeys(service.database.kysely, keyring)).toContain(keyringOf([old]).ids[0]);
  for (let n = 0; n < 7; n++) {
    expect(await signInWith(name, codeAt(secret))).toMatchObject({ status: 503, body: { code: 5003 } });
  }
  expect((await signInWith(name, codes[0] ?? "")).status).toBe(200);
  expect((await service.post("signin/", { username: plain, password })).status).toBe(200);
  ring = keyringOf([now, old]);
  expect((await signInWith(name, codeAt(secret))).status).toBe(200);
});

test("R-81 a secret that was changed in the database or copied from another account is refused", async () => {
  const [rita, mallory] = [await withFactor(), await withFactor()];
  const kept = await keptOf(rita.id);
  // An attacker with write access to the table copies her own secret into another account's row.
  await keep(rita.id, await keptOf(mallory.id));
  expect((await signInWith(rita.name, codeAt(mallory.secret))).status).toBe(503);
  await keep(rita.id, `${kept.slice(0, -2)}${kept.endsWith("AA") ? "BB" : "AA"}`);
  expect((await signInWith(rita.name, codeAt(rita.secret))).status).toBe(503);
  await keep(rita.id, kept);
  expect((await signInWith(rita.name, codeAt(rita.secret))).status).toBe(200);
});

test("R-76 while the previous version runs, secrets stay readable for it; then they are encrypted in batches", async () => {
  const { pool } = service.database;
  await pool.query("update secret_sealing set not_before = now() + interval '1 hour'");
  const { id, name, secret } = await withFactor();
  expect(await keptOf(id)).toBe(secret);
  expect((await signInWith(name, codeAt(secret))).status).toBe(200);
  expect(await reseal()).toEqual({ sealed: 0, unreadable: 0 });
  expect(await keptOf(id)).toBe(secret);
  await makeAccounts(service, ...Array.from({ length: 210 }, (_, n) => `many${n}`));
  await pool.query(
    "insert into second_factors (account_id, secret, confirmed_at) select id, 'JBSWY3DPEHPK3PXP', now() from accounts where username like 'many%'",
  );
  await Promise.all([reseal({ isAlone: true }), reseal({ isAlone: true })]);
  expect(await dump()).not.toContain("JBSWY3DPEHPK3PXP");
  expect(await keptOf(id)).toMatch(/^v1:/);
  service.clock.advance(30);
  expect((await signInWith(name, codeAt(secret))).status).toBe(200);
});

test("R-12 an abandoned secret accepts no code, and its recovery codes still work", async () => {
  const { id, name, secret, codes } = await withFactor();
  ring = keyringOf([other]);
  expect((await reseal({ giveUp: true })).unreadable).toBeGreaterThan(0);
  expect(await keptOf(id)).toMatch(new RegExp(`^v1:${ring.ids[0]}:`));
  expect((await signInWith(name, codeAt(secret))).status).toBe(401);
  expect((await signInWith(name, codes[0] ?? "")).status).toBe(200);
});
