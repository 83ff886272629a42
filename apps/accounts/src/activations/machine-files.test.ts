import { spawnSync } from "node:child_process";
import { createHash, createPublicKey, createDecipheriv, verify } from "node:crypto";
import { fileURLToPath } from "node:url";
import { afterAll, beforeEach, expect, test } from "vitest";
import { activateAs, fileFor, fingerprintOf } from "../testing/devices.ts";
import { makeAccounts, makeLicense, makeSeats, openSessions, tellSubscription } from "../testing/factories.ts";
import { startAccounts, testKeyring } from "../testing/test-accounts.ts";
import { rotateLicenseKey } from "./license-secrets.ts";

let hugo = "";
const KEY = "OUT5-KEY0-0001";

const rules = { counts: "seat", limit: 3, offlineDays: 30, freesPer30Days: 100 } as const;
const kept = { counts: "license", limit: 2, offlineDays: 0, freesPer30Days: 5 } as const;
const products = [
  { name: "Outliner", code: "OUTLINE", activation: rules },
  { name: "Planner", code: "PLAN", activation: kept },
];
const service = await startAccounts({ instances: 2, brand: { products }, limitsOff: "a hundred files within an hour" });
afterAll(() => service.close());
await makeAccounts(service, "maria", "hugo");

beforeEach(async () => {
  await service.database.pool.query("delete from licenses; delete from activations");
  await makeLicense(service, { id: "team", owners: ["maria"], key: KEY });
  await makeSeats(service, "team", "hugo");
  [hugo = ""] = await openSessions(service, "hugo");
});

const activated = async (device: string, said = {}): Promise<string> =>
  (await activateAs(service, hugo, device, said)).body.activation.id;
const publicKeys = async () => (await service.get("license_signing_keys/")).body.keys;

type Said = Record<string, unknown>;
interface Read {
  readonly data: { readonly id: string; readonly type: string; readonly attributes: Said };
  readonly included: { readonly id: string; readonly type: string; readonly attributes: Said }[];
  readonly meta: { readonly issued: string; readonly expiry: string; readonly ttl: number; readonly kid: string };
}

/** A reader written from Keygen's documentation. @returns null for a file that is refused. */
function readFile(file: string, hex: string, secret = "", prefix = "machine"): Read | null {
  const body = /^-----BEGIN MACHINE FILE-----\n([^-]+)\n-----END MACHINE FILE-----\n$/.exec(file)?.[1] ?? "";
  const { enc, sig, alg } = JSON.parse(Buffer.from(body, "base64").toString()) as Record<string, string>;
  const key = createPublicKey({
    key: { kty: "OKP", crv: "Ed25519", x: Buffer.from(hex, "hex").toString("base64url") },
    format: "jwk",
  });
  if (!verify(null, Buffer.from(`${prefix}/${enc}`), key, Buffer.from(sig ?? "", "base64"))) return null;
  if (alg === "base64+ed25519") return JSON.parse(Buffer.from(enc ?? "", "base64").toString());
  const [text, iv, tag] = (enc ?? "").split(".").map((part) => Buffer.from(part, "base64"));
  const opening = createDecipheriv("aes-256-gcm", createHash("sha256").update(secret).digest(), iv ?? Buffer.alloc(0));
  opening.setAuthTag(tag ?? Buffer.alloc(0));
  try {
    return JSON.parse(`${opening.update(text ?? Buffer.alloc(0)).toString()}${opening.final().toString()}`);
  } catch {
    return null;
  }
}

test("WAL-13 WAL-14 a file is signed text in lines of 60 characters, with its device, license and times", async () => {
  const end = new Date(service.clock.now().getTime() + 10 * 86_400_000);
  await tellSubscription(service, "team", { paid_until: end.getTime() / 1_000, quantity: 5 });
  const id = await activated("mac");
  const { status, body: file, headers } = await fileFor(service, hugo, id, "mac", { days: 3 });
  expect([status, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
  const lines = String(file).split("\n");
  expect([lines[0], lines.at(-2), lines.at(-1)]).toEqual([
    "-----BEGIN MACHINE FILE-----",
    "-----END MACHINE FILE-----",
    "",
  ]);
  expect(lines.slice(1, -3).every((line) => line.length === 60)).toBe(true);
  const [{ kid, hex, pem, until }] = await publicKeys();
  expect([hex, pem, until]).toEqual([
    expect.stringMatching(/^[0-9a-f]{64}$/),
    expect.stringContaining("-----BEGIN PUBLIC KEY-----"),
    null,
  ]);
  const issued = service.clock.now();
  const instant = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;
  expect(readFile(file, hex)).toEqual({
    data: {
      id,
      type: "machines",
      attributes: { fingerprint: fingerprintOf("mac"), name: "mac", platform: "Linux" },
      relationships: { license: { data: { type: "licenses", id: "team" } } },
    },
    included: [
      {
        id: "team",
        type: "licenses",
        attributes: {
          key: KEY,
          expiry: instant(end),
          metadata: { product_id: "OUTLINE-5-SUB-ANNUAL-WEB", registration_id: "team", username: "hugo", seats: 5 },
        },
      },
    ],
    meta: {
      issued: instant(issued),
      expiry: instant(new Date(issued.getTime() + 3 * 86_400_000)),
      ttl: 3 * 86_400,
      kid,
    },
  });
  // It never outlives what is paid.
  const long = readFile((await fileFor(service, hugo, id, "mac", { days: 30 })).body, hex);
  expect([long?.meta.expiry, long?.meta.ttl]).toEqual([instant(end), 10 * 86_400]);
});

test("WAL-13 a reader in another language accepts both kinds of files, and refuses changed ones", async () => {
  const id = await activated("mac");
  const plain = String((await fileFor(service, hugo, id, "mac")).body);
  const encrypted = String((await fileFor(service, hugo, id, "mac", { encrypted: true })).body);
  await rotateLicenseKey(service.database.kysely, testKeyring, service.clock.now());
  const keys = await publicKeys();
  const [{ hex: other }, { hex }] = keys;
  const secret = `${KEY}${fingerprintOf("mac")}`;
  const changed = (file: string, at: number): string => {
    const lines = file.split("\n");
    const body = Buffer.from(lines.slice(1, -2).join(""), "base64");
    body[at] = (body[at] ?? 0) ^ 1;
    return [lines[0], body.toString("base64"), ...lines.slice(-2)].join("\n");
  };
  const asked = [
    { file: plain, hex },
    { file: encrypted, hex, secret },
    { file: encrypted, hex, secret: `${KEY}another` },
    { file: plain, hex: other },
    { file: encrypted, hex: other, secret },
    { file: plain, hex, prefix: "license" },
    { file: changed(plain, 40), hex },
    { file: changed(encrypted, 40), hex, secret },
  ];
  expect(asked.map((each) => readOrNull(each)?.data.id ?? null)).toEqual([id, id, ...asked.slice(2).map(() => null)]);
  const script = fileURLToPath(new URL("../testing/read-machine-file.py", import.meta.url));
  // The system's Python, which has Debian's packages.
  const python = "/usr/bin/python3";
  if (spawnSync(python, ["-c", "import cryptography"]).status !== 0) {
    process.stdout.write("python3-cryptography is missing: the reader in another language is not tried\n");
    return;
  }
  const { stdout, stderr } = spawnSync(python, [script], { input: JSON.stringify(asked), encoding: "utf8" });
  expect(stderr).toBe("");
  const told = (JSON.parse(stdout) as (Read | string)[]).map((each) =>
    typeof each === "string" ? each : each.data.id,
  );
  expect(told).toEqual([
    id,
    id,
    "wrong key",
    "bad signature",
    "bad signature",
    "bad signature",
    expect.stringMatching(/^(bad signature|unreadable)$/),
    expect.stringMatching(/^(bad signature|unreadable)$/),
  ]);
});

function readOrNull({ file, hex, secret, prefix }: { file: string; hex: string; secret?: string; prefix?: string }) {
  try {
    return readFile(file, hex, secret, prefix);
  } catch {
    return null;
  }
}

test("WAL-13 WAL-14 a file is refused for another fingerprint, too many days, and a license without a key", async () => {
  const id = await activated("mac");
  const refused = async (said: object, of = id, device = "mac") => {
    const { status, body } = await fileFor(service, hugo, of, device, { ...said });
    return [status, body.code, body.errors?.[0].field ?? null, body.message];
  };
  expect((await refused({}, id, "another")).slice(0, 3)).toEqual([422, 4000, "fingerprint"]);
  expect(await refused({ days: 31 })).toEqual([422, 4000, "days", expect.stringContaining("30 days")]);
  expect(await refused({ days: 366 })).toEqual([422, 4000, "days", expect.stringContaining("30 days")]);
  expect((await refused({ days: 0 })).slice(0, 3)).toEqual([422, 4000, "days"]);
  expect((await refused({}, "no-such")).slice(0, 2)).toEqual([404, 2004]);
  await service.database.pool.query("update licenses set key = null");
  expect((await refused({ encrypted: true })).slice(0, 3)).toEqual([422, 4000, "encrypted"]);
  await tellSubscription(service, "team", { status: "past_due", paid_until: 1_000 });
  expect((await refused({})).slice(0, 2)).toEqual([410, 15004]);
  await makeLicense(service, { id: "plan", owners: ["hugo"], product_id: "PLAN-4" });
  await makeSeats(service, "plan", "hugo");
  const plan = await activated("mac", { registration_id: "plan" });
  expect((await refused({ days: 1 }, plan)).slice(0, 2)).toEqual([409, 15003]);
  expect((await refused({ days: 366 }, plan)).slice(0, 2)).toEqual([409, 15003]);
  await service.call("DELETE", `activations/${plan}/`, { token: hugo });
  expect((await refused({ days: 1 }, plan)).slice(0, 2)).toEqual([409, 15003]);
  await service.call("DELETE", `activations/${id}/`, { token: hugo });
  expect((await refused({})).slice(0, 2)).toEqual([410, 15004]);
});

test("WAL-14 WAL-16 the list has the end of a file requested now, which is at most the end of the paid period", async () => {
  const until = async (): Promise<string | null> => (await service.get("activations/", hugo)).body.limits[0].file_until;
  const inDays = (days: number): Date => new Date(service.clock.now().getTime() + days * 86_400_000);
  const wire = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;
  expect(await until()).toBe(wire(inDays(30)));
  await tellSubscription(service, "team", { paid_until: inDays(10).getTime() / 1_000 });
  const last = await until();
  expect(last).toBe(wire(inDays(10)));
  const { body: file } = await fileFor(service, hugo, await activated("mac"), "mac", { days: 30 });
  const read = (await publicKeys()).flatMap(({ hex }: { hex: string }) => readFile(file, hex) ?? []);
  expect(read.map(({ meta }: Read) => meta.expiry)).toEqual([last]);
  await service.database.pool.query("update subscriptions set paid_until = $1", [service.clock.now()]);
  expect(await until()).toBeNull();
});

test("WAL-09 places of other holders count if the limit is of the license, and not if it is of each seat", async () => {
  await makeLicense(service, { id: "plan", owners: ["maria"], product_id: "PLAN-4" });
  await makeSeats(service, "plan", "maria", "hugo");
  await makeSeats(service, "team", "maria");
  const [maria = ""] = await openSessions(service, "maria");
  const taken = async () => {
    const { limits } = (await service.get("activations/", hugo)).body;
    return Object.fromEntries(limits.map((each: Record<string, unknown>) => [each["registration_id"], each["taken"]]));
  };
  for (const registration_id of ["plan", "team"]) {
    expect((await activateAs(service, maria, "desk", { registration_id })).status).toBe(201);
  }
  expect(await taken()).toEqual({ plan: 1, team: 0 });
  const own = await activated("mac", { registration_id: "plan" });
  const id = await activated("mac");
  expect(await taken()).toEqual({ plan: 2, team: 1 });
  expect((await activateAs(service, hugo, "pad", { registration_id: "plan" })).body.code).toBe(15002);
  await fileFor(service, hugo, id, "mac", { days: 2 });
  for (const each of [own, id]) await service.call("DELETE", `activations/${each}/`, { token: hugo });
  // The file still works, so its place stays taken.
  expect(await taken()).toEqual({ plan: 1, team: 1 });
});

test("WAL-15 a hundred rounds of activate, file and free never give more live files than places", async () => {
  const [{ hex }] = await publicKeys();
  const ends = new Map<string, number>();
  let refused = 0;
  for (let round = 0; round < 100; round += 1) {
    const answer = await activateAs(service, hugo, `device-${round}`, {}, round % 2);
    if (answer.status === 201) {
      const { id } = answer.body.activation;
      const { body } = await fileFor(service, hugo, id, `device-${round}`, { days: 1 + (round % 5) });
      ends.set(id, Date.parse(readFile(body, hex)?.meta.expiry ?? ""));
      expect((await service.call("DELETE", `activations/${id}/`, { token: hugo })).status).toBe(200);
    } else {
      expect(answer.body.code).toBe(15002);
      refused += 1;
      service.clock.advance(86_400);
      [hugo = ""] = await openSessions(service, "hugo");
    }
    const living = [...ends.values()].filter((end) => end > service.clock.now().getTime());
    expect(living.length).toBeLessThanOrEqual(3);
  }
  expect([ends.size > 40, refused > 20]).toEqual([true, true]);
});

test("WAL-17 anyone can read the public keys, old ones stay, and private keys are stored encrypted only", async () => {
  const id = await activated("mac");
  const before = String((await fileFor(service, hugo, id, "mac")).body);
  await rotateLicenseKey(service.database.kysely, testKeyring, service.clock.now());
  const { status, body, headers } = await service.get("license_signing_keys/");
  expect([status, headers["cache-control"]]).toEqual([200, "public, max-age=300"]);
  const kept = body.keys.find(({ hex }: { hex: string }) => readFile(before, hex));
  expect(kept).toMatchObject({ until: expect.any(String) });
  expect(Object.keys(kept)).toEqual(["kid", "hex", "pem", "from", "until"]);
  expect(body.keys[0].until).toBeNull();
  const { rows } = await service.database.pool.query("select sealed from license_secrets");
  expect(rows.every(({ sealed }) => /^v1:[0-9a-f]{8}:/.test(sealed))).toBe(true);
  expect((await service.get("activations/", hugo)).headers["cache-control"]).toBe("no-store");
});
