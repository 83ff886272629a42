import fs from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { codeAt } from "@foyer/testing/authenticator-code";
import { production, type RunningSystem, startFoyer } from "@foyer/testing/running-system";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const password = "correct horse battery staple";
const key = "the-secrets-key-of-this-test-0123456789";
let foyer: RunningSystem;
let secret: string;
let codes: string[];

beforeAll(async () => {
  foyer = await startFoyer({
    lines: [
      { type: "account", username: "ada", email: "ada@example.com", password },
      { type: "license", id: "task", owners: ["ada"], product_id: "TASK-3", description: "Tasklight 3" },
      { type: "seat", id: "task-1", license: "task", username: "ada" },
    ],
    limitsOff: "signs in many times with codes",
  });
  const token = await foyer.signIn("ada", password);
  const { body } = await foyer.call("POST", "/api/1.1/user/second_factor/", { token, json: { password } });
  secret = body.secret;
  const confirmed = await foyer.call("POST", "/api/1.1/user/second_factor/confirm/", {
    token,
    json: { otp: await freshCode(foyer) },
  });
  codes = confirmed.body.recovery_codes;
  expect(codes).toHaveLength(10);
});
afterAll(() => foyer.close());

/** Returns a code of a new time step. */
async function freshCode(system: RunningSystem): Promise<string> {
  await system.advance(30);
  const { body } = await system.call("GET", "/sandbox/clock");
  return codeAt(secret, Date.parse(body.now));
}

const fingerprint = "fingerprint-of-the-mac";

/** Returns the public keys of machine files. */
const fileKeys = async (system: RunningSystem) =>
  (await system.call("GET", "/api/1.1/license_signing_keys/")).body.keys.map((each: { hex: string }) => each.hex);

const signIn = (system: RunningSystem, otp: string) =>
  system.call("POST", "/api/1.1/signin/", { form: { username: "ada", password, otp } });
const signInBy = async (system: RunningSystem, otp: string): Promise<number> => (await signIn(system, otp)).status;

/** Signs ada in and returns her access token. */
async function tokenOf(system: RunningSystem): Promise<string> {
  const { status, body } = await signIn(system, await freshCode(system));
  expect(status).toBe(200);
  return body.token.access_token;
}

test("R-81 R-84 WAL-17 WAL-20 a backup has neither secrets nor keys; restored where the keys are, devices stay valid", async () => {
  const token = await tokenOf(foyer);
  const device = { product_id: "TASK", fingerprint };
  const { activation } = (await foyer.call("POST", "/api/1.1/activations/", { token, json: device })).body;
  const keys = await fileKeys(foyer);
  const file = path.join(foyer.dataDir, "all.jsonl.gz");
  expect((await foyer.command(["backup", file])).code).toBe(0);
  const text = gunzipSync(fs.readFileSync(file)).toString();
  const credential = JSON.parse(fs.readFileSync(path.join(foyer.dataDir, "secrets.json"), "utf8")).serviceCredential;
  expect(text).toContain('"account_id"');
  expect(text).not.toContain(secret);
  expect(text).not.toContain(credential);
  expect(JSON.parse(text.split("\n")[0] ?? "")).toMatchObject({
    secrets_keys: [expect.stringMatching(/^[0-9a-f]{8}$/)],
  });

  const other = await startFoyer({ limitsOff: "signs in with codes", hasOwnKeys: true });
  const refused = await other.command(["restore", file], production);
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/with the key [0-9a-f]{8}, which this installation does not have/),
  });
  expect((await other.command(["export"])).stdout, "nothing was written").toBe("");
  const env = { SECRETS_KEY: `${key},${credential}` };
  expect(await other.command(["restore", file], env)).toMatchObject({ code: 0 });
  await other.stop();
  await other.restart(env);
  const restored = await tokenOf(other);
  const validate = await other.call("POST", `/api/1.1/activations/${activation.id}/validate/`, {
    token: restored,
    json: { fingerprint },
  });
  expect(validate.body).toMatchObject({ valid: true, code: "VALID" });
  expect(await fileKeys(other)).toEqual(keys);
  await other.close();

  // The command creates a database in an empty folder.
  const restoreInto = (name: string, args: readonly string[], env: Readonly<Record<string, string>>) =>
    foyer.command(["restore", ...args, file], { ...env, DATA_DIR: path.join(foyer.dataDir, name) });
  const told = await restoreInto("trial", [], {});
  expect(told).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Take care: what it keeps of second factors /),
  });
  const asked = await restoreInto("lost", ["--without-keys"], production);
  expect(asked).toMatchObject({ code: 0, stderr: expect.not.stringContaining("second factors") });
});

test("R-81 a first SECRETS_KEY is used from the next start, and without it production refuses and names it", async () => {
  await foyer.stop();
  await foyer.restart({ SECRETS_KEY: key });
  expect(await signInBy(foyer, await freshCode(foyer))).toBe(200);
  await foyer.stop();
  const refused = await foyer.command(["serve"], production);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(
    /^SECRETS_KEY: what the database keeps of second factors was encrypted with the key [0-9a-f]{8}, which this installation does not have; [^\n]*\n$/,
  );
  await foyer.restart();
  expect(foyer.output()).toContain("Take care: SECRETS_KEY: ");
  expect(await signInBy(foyer, await freshCode(foyer))).toBe(503);
  const rotated = await foyer.command(["rotate-secrets"]);
  expect(rotated).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("SECRETS_KEY: ") });
});

test("R-81 a rotation next to the running system, and the remaining option when the key is lost", async () => {
  const next = `the-next-${key}`;
  expect(await foyer.command(["rotate-secrets"], { SECRETS_KEY: `${next},${key}` })).toMatchObject({
    code: 0,
    // The second factor, the key of machine files and the key of fingerprints.
    stdout: expect.stringMatching(/^Encrypted anew with the key [0-9a-f]{8}: 3\./),
  });
  await foyer.stop();
  await foyer.restart({ SECRETS_KEY: next });
  expect(await signInBy(foyer, await freshCode(foyer))).toBe(200);
  const lost = await foyer.command(["rotate-secrets", "--give-up"], { SECRETS_KEY: key });
  expect(lost).toMatchObject({ code: 0, stderr: expect.stringContaining("Given up: 1.") });
  await foyer.stop();
  await foyer.restart({ SECRETS_KEY: key });
  expect(await signInBy(foyer, await freshCode(foyer))).toBe(401);
  expect(await signInBy(foyer, codes[0] ?? "")).toBe(200);
});
