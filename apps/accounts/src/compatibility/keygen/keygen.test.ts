import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { createHost } from "@foyer/service-kit/host";
import { createLog } from "@foyer/service-kit/log";
import { afterAll, beforeEach, expect, test } from "vitest";
import { fingerprintOf } from "../../testing/devices.ts";
import { makeAccounts, makeLicense, makeSeats } from "../../testing/factories.ts";
import { type Answer, startAccounts } from "../../testing/test-accounts.ts";

const KEY = "C1B6DE-39A6E3-DE1529-8559A0-4AF593-V3";
const rules = { counts: "license", limit: 2, offlineDays: 0, freesPer30Days: 100, byKey: true } as const;
const products = [
  { name: "Outliner", code: "OUTLINE", supportedVersion: 5, activation: rules },
  { name: "Single", code: "SINGLE", supportedVersion: 1, activation: { ...rules, limit: 1 } },
];
const service = await startAccounts({ instances: 2, brand: { products, compatibility: ["keygen"] } });
const host = createHost({
  log: createLog({ level: "silent" }),
  trustedProxies: [],
  readiness: { check: async () => null },
});
const [first] = service.services;
if (!first) throw new Error("no service");
await host.register(first.dialects);
const origin = await host.listen({ host: "127.0.0.1", port: 0 });
afterAll(async () => {
  await host.close();
  await service.close();
});
const { pool, kysely } = service.database;
await makeAccounts(service, "maria");

beforeEach(async () => {
  await pool.query("delete from license_keys; delete from licenses");
  await service.forgetTries();
  await makeLicense(service, { id: "team", owners: ["maria"], total_seats: 1, key: KEY });
});

/** Sends a request as https://keygen.sh/docs/api describes it, with host and account changed. */
async function send(method: string, path: string, body?: object, key: string | null = KEY) {
  const type = "application/vnd.api+json";
  const answer = await fetch(`${origin}/v1/accounts/acme/${path}`, {
    method,
    headers: {
      accept: type,
      ...(body === undefined ? {} : { "content-type": type }),
      ...(key === null ? {} : { authorization: `License ${key}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (text !== "") expect(answer.headers.get("content-type")).toContain(type);
  const read: Answer["body"] = text === "" ? null : JSON.parse(text);
  return { status: answer.status, body: read };
}
const validate = (fingerprint: string | null, key = KEY) =>
  send(
    "POST",
    "licenses/actions/validate-key",
    { meta: { key, ...(fingerprint === null ? {} : { scope: { fingerprint } }) } },
    null,
  );
const machine = (fingerprint: string, license = "team", own = {}) => ({
  data: {
    type: "machines",
    attributes: { fingerprint, ...own },
    relationships: { license: { data: { type: "licenses", id: license } } },
  },
});
const codeOf = async (fingerprint: string | null, key = KEY): Promise<unknown[]> => {
  const { status, body } = await validate(fingerprint, key);
  expect(status).toBe(200);
  return [body.meta.valid, body.meta.code];
};
/** Status and code of an error. */
const errorOf = ({ status, body }: Awaited<ReturnType<typeof send>>): unknown[] => [status, body?.errors?.[0]?.code];

test("MOVE-04 a key is validated for a machine, which is activated, read and deactivated with the key as license", async () => {
  const [mac, pc] = ["4d:Eq:UV:D3:XZ:tL:WN:Bz:mA:Eg:E6:Mk:YX:dK:NC", "a".repeat(64)];
  expect(await codeOf(mac)).toEqual([false, "NO_MACHINES"]);
  const made = await send("POST", "machines", machine(mac, "team", { name: "Mac", platform: "macOS", cores: 8 }));
  expect([made.status, made.body.data.type, made.body.data.attributes.fingerprint]).toEqual([201, "machines", mac]);
  expect(made.body.data.relationships.license.data).toEqual({ type: "licenses", id: "team" });
  expect(await codeOf(mac)).toEqual([true, "VALID"]);
  expect(await codeOf(pc)).toEqual([false, "FINGERPRINT_SCOPE_MISMATCH"]);
  expect(await codeOf(null)).toEqual([true, "VALID"]);
  expect(errorOf(await send("POST", "machines", machine(mac)))).toEqual([422, "FINGERPRINT_TAKEN"]);
  expect((await send("POST", "machines", machine(pc))).status).toBe(201);
  expect(errorOf(await send("POST", "machines", machine("third")))).toEqual([422, "MACHINE_LIMIT_EXCEEDED"]);
  const { id } = made.body.data;
  expect((await send("GET", `machines/${id}`)).body.data.attributes).toMatchObject({ name: "Mac", platform: "macOS" });
  expect((await send("GET", `machines/${encodeURIComponent(mac)}`)).body.data.id).toBe(id);
  expect((await send("DELETE", `machines/${id}`)).status).toBe(204);
  expect(errorOf(await send("DELETE", `machines/${id}`))).toEqual([404, "NOT_FOUND"]);
  expect((await send("DELETE", `machines/${pc}`)).status).toBe(204);
  expect(await codeOf(mac)).toEqual([false, "NO_MACHINES"]);
});

test("MOVE-04 meta.code says why a key is not valid", async () => {
  expect(await codeOf("mac", "UNKNOWN")).toEqual([false, "NOT_FOUND"]);
  expect((await validate("mac", "UNKNOWN")).body.data).toBeNull();
  await makeLicense(service, { id: "single", owners: ["maria"], product_id: "SINGLE-1", key: "ONE-1" });
  expect(await codeOf("mac", "one1")).toEqual([false, "NO_MACHINE"]);
  const expired = new Date(service.clock.now().getTime() - 1_000);
  await makeLicense(service, { id: "over", owners: ["maria"], key: "OVER-1", expires_date: expired });
  expect(await codeOf(null, "OVER-1")).toEqual([false, "EXPIRED"]);
  expect(errorOf(await send("POST", "machines", machine("mac", "over"), "OVER-1"))).toEqual([403, "LICENSE_EXPIRED"]);
  for (const fingerprint of ["mac", "pc"]) await send("POST", "machines", machine(fingerprint));
  const until = new Date(service.clock.now().getTime() + 1_000);
  await kysely
    .updateTable("licenses")
    .set({ activation_limit: 1, activation_limit_until: until })
    .where("id", "=", "team")
    .execute();
  expect(await codeOf("mac")).toEqual([false, "TOO_MANY_MACHINES"]);
  await kysely.updateTable("licenses").set({ key_revoked_at: until }).where("id", "=", "team").execute();
  expect(await codeOf("mac")).toEqual([false, "SUSPENDED"]);
  expect(errorOf(await send("POST", "machines", machine("tv")))).toEqual([403, "LICENSE_SUSPENDED"]);
  const { meta, data } = (await validate("mac")).body;
  expect(meta).toEqual({
    ts: expect.any(String),
    valid: false,
    detail: "is suspended",
    code: "SUSPENDED",
    constant: "SUSPENDED",
    scope: { fingerprint: "mac" },
  });
  expect([data.type, data.id, data.attributes.status]).toEqual(["licenses", "team", "SUSPENDED"]);
});

test("MOVE-04 a license acts only for itself; a machine that an import put into a seat is one too", async () => {
  await makeLicense(service, { id: "other", owners: ["maria"], key: "OTHER-1" });
  const { id } = (await send("POST", "machines", machine("mac"))).body.data;
  expect(errorOf(await send("POST", "machines", machine("pc", "other")))).toEqual([404, "NOT_FOUND"]);
  for (const method of ["GET", "DELETE"]) {
    expect(errorOf(await send(method, `machines/${id}`, undefined, "OTHER-1"))).toEqual([404, "NOT_FOUND"]);
    expect(errorOf(await send(method, `machines/${id}`, undefined, "NO-KEY"))).toEqual([401, "LICENSE_INVALID"]);
    expect(errorOf(await send(method, `machines/${id}`, undefined, null))).toEqual([401, "TOKEN_MISSING"]);
  }
  await makeSeats(service, "team", "maria");
  await pool.query(
    `insert into activations (id, license_id, seat_id, account_id, fingerprint, created_at, last_seen_at)
     select 'seat', 'team', 'team-maria', id, $1, now(), now() from accounts where username = 'maria'`,
    [Buffer.alloc(32)],
  );
  expect(errorOf(await send("GET", "machines/seat", undefined, "OTHER-1"))).toEqual([404, "NOT_FOUND"]);
  expect((await send("DELETE", "machines/seat")).status).toBe(204);
  expect((await send("GET", "me")).body.data).toMatchObject({ id: "team", attributes: { maxMachines: 2 } });
  expect(
    (await send("POST", "licenses/team/actions/validate", { meta: { scope: { fingerprint: "mac" } } })).body.meta.code,
  ).toBe("VALID");
  expect(errorOf(await send("POST", "licenses/other/actions/validate", {}))).toEqual([404, "NOT_FOUND"]);
  const basic = Buffer.from(`license:${KEY}`).toString("base64");
  const me = await fetch(`${origin}/v1/accounts/acme/me`, { headers: { authorization: `Basic ${basic}` } });
  expect(me.status).toBe(200);
  expect(errorOf(await send("GET", "users"))).toEqual([404, "NOT_FOUND"]);
  // An app that signs its users in later finds the same device.
  const own = fingerprintOf("laptop");
  await send("DELETE", `machines/${id}`);
  await send("DELETE", "machines/mac");
  await pool.query("delete from activations");
  await send("POST", "machines", machine(own));
  const again = await service.post("activations/", { license_key: KEY, fingerprint: own });
  expect(again.status).toBe(200);
});

// Keygen publishes examples of clients. KEYGEN_CLIENTS names a folder with copies of them and their packages; they are not part of
// this repository.
const folder = process.env["KEYGEN_CLIENTS"] ?? "";
const clients = [
  {
    file: "example-node-machine-activation/index.js",
    run: process.execPath,
    says: ["successfully activated", "successfully deactivated"],
  },
  {
    file: "example-bash-license-activation/main.sh",
    run: "bash",
    says: ["has been activated", "is already activated"],
  },
].filter(({ file }) => existsSync(join(folder, file)));

/** Runs a client whose questions are answered with the key and with yes. @returns what it printed. */
async function printed(run: string, file: string, env: Record<string, string>): Promise<string> {
  const client = execFile(run, [file], { env: { ...process.env, ...env } });
  client.stdin?.write(`${KEY}\n`);
  let text = "";
  for (const stream of [client.stdout, client.stderr]) {
    stream?.on("data", (part) => {
      text += String(part);
      if (String(part).includes("[y/N]")) client.stdin?.write("y\n");
    });
  }
  await new Promise((resolve) => client.on("close", resolve));
  return text;
}

test.skipIf(clients.length === 0)(
  "MOVE-04 Keygen's published example clients activate with host and account changed",
  async () => {
    const copies = mkdtempSync(join(tmpdir(), "keygen-clients-"));
    for (const { file, run, says } of clients) {
      const copy = join(copies, basename(file));
      writeFileSync(copy, readFileSync(join(folder, file), "utf8").replaceAll("https://api.keygen.sh", origin));
      const env = {
        KEYGEN_ACCOUNT_ID: "acme",
        KEYGEN_ACCOUNT: "acme",
        KEYGEN_LICENSE: KEY,
        NODE_PATH: join(folder, dirname(file), "node_modules"),
      };
      for (const said of says) expect(await printed(run, copy, env)).toContain(said);
    }
    rmSync(copies, { recursive: true });
    const { rowCount } = await pool.query("select from activations where by_key is not null and ended_at is null");
    expect(rowCount).toBe(1);
  },
);
