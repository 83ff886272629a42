import { spawnSync } from "node:child_process";
import { createCipheriv, createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { readOfflineRequest } from "@foyer/domain/offline-request";
import { licenseClient, LicenseError, Unreachable } from "./license-client.ts";

const DAY = 86_400_000;
const START = Date.parse("2026-11-20T10:00:00Z");
const fingerprint = "0123456789abcdef-device";
const pair = generateKeyPairSync("ed25519");
const hexOf = (key: KeyObject): string => key.export({ type: "spki", format: "der" }).subarray(-32).toString("hex");

/** A device with a service that answers what it is told. */
function device(options: Partial<Parameters<typeof licenseClient>[0]> = {}) {
  const world = {
    at: START,
    kept: null as string | null,
    ended: null as number | null,
    asked: [] as string[],
    answer: (): Response | Promise<Response> => new Response("{}"),
    signal: null as AbortSignal | null,
  };
  const client = licenseClient({
    portal: "https://portal.example",
    publicKeys: [hexOf(generateKeyPairSync("ed25519").publicKey), hexOf(pair.publicKey)],
    fingerprint,
    token: async () => {
      if (world.ended !== null) throw Object.assign(new Error("invalid_grant"), { status: world.ended });
      return "token";
    },
    store: { load: async () => world.kept, save: async (text) => void (world.kept = text) },
    fetch: async (url, init) => {
      world.asked.push(`${init?.method} ${new URL(url instanceof Request ? url.url : url).pathname}`);
      world.signal = init?.signal ?? null;
      return world.answer();
    },
    now: () => world.at,
    ...options,
  });
  const says = (status: number, body: object): void => {
    world.answer = () => Response.json(body, { status });
  };
  const isAway = (): void => {
    world.answer = () => {
      throw new TypeError("fetch failed");
    };
  };
  return { world, client, says, isAway };
}

/** An activated device. */
async function activated(options: Parameters<typeof device>[0] = {}) {
  const made = device(options);
  made.says(201, { activation: { id: "act_1" } });
  await made.client.activate({ product_id: "TASK" });
  return made;
}

interface FileOptions {
  readonly issued?: number;
  readonly days?: number;
  readonly print?: string;
  readonly prefix?: string;
  readonly secret?: string;
  readonly alg?: string;
}

/** A file as Keygen's documentation describes it. */
function fileOf({
  issued = START,
  days = 7,
  print = fingerprint,
  prefix = "machine",
  secret,
  alg = secret === undefined ? "base64+ed25519" : "aes-256-gcm+ed25519",
}: FileOptions = {}): string {
  const payload = JSON.stringify({
    data: { type: "machines", attributes: { fingerprint: print } },
    included: [{ type: "licenses", attributes: { metadata: { product_id: "TASK-3" } } }],
    meta: { issued: new Date(issued).toISOString(), expiry: new Date(issued + days * DAY).toISOString() },
  });
  let enc = Buffer.from(payload).toString("base64");
  if (secret !== undefined) {
    const iv = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", createHash("sha256").update(secret).digest(), iv);
    const text = Buffer.concat([cipher.update(payload), cipher.final()]);
    enc = [text, iv, cipher.getAuthTag()].map((part) => part.toString("base64")).join(".");
  }
  const sig = sign(null, Buffer.from(`${prefix}/${enc}`), pair.privateKey).toString("base64");
  const lines =
    Buffer.from(JSON.stringify({ enc, sig, alg }))
      .toString("base64")
      .match(/.{1,60}/g) ?? [];
  return ["-----BEGIN MACHINE FILE-----", ...lines, "-----END MACHINE FILE-----", ""].join("\n");
}

test("WAL-21 it has no dependencies and is smaller than 6 KB", async () => {
  const entry = fileURLToPath(new URL("license-client.ts", import.meta.url));
  const built = await build({
    entryPoints: [entry],
    bundle: true,
    format: "esm",
    minify: true,
    write: false,
    metafile: true,
  });
  expect(Object.keys(built.metafile.inputs)).toHaveLength(1);
  expect(built.outputFiles[0]?.contents.length).toBeLessThan(6 * 1_024);
});

test("WAL-21 an app is activated, asks, hears refusals with the devices to replace, and is freed", async () => {
  const { world, client, says } = device();
  expect(await client.validate()).toEqual({ valid: false, code: "NOT_ACTIVATED", offline: false });
  const other = { id: "act_1", name: "Mac", platform: null, last_seen: "2026-11-20", offline_until: null };
  says(409, { code: 15_002, message: "All devices are in use.", activations: [other] });
  const refused = await client.activate({ product_id: "TASK" }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(LicenseError);
  expect(refused).toMatchObject({ status: 409, code: 15_002, activations: [other] });
  says(201, { activation: { id: "act_2" } });
  expect(await client.activate({ product_id: "TASK" }, { replace: "act_1" })).toBe("act_2");
  says(200, { valid: true, code: "VALID", valid_until: null });
  expect(await client.validate("3.1")).toEqual({ valid: true, code: "VALID", offline: false });
  await client.free();
  expect(await client.validate()).toMatchObject({ code: "NOT_ACTIVATED" });
  expect(world.asked).toEqual([
    "POST /api/1.1/activations/",
    "POST /api/1.1/activations/",
    "POST /api/1.1/activations/act_2/validate/",
    "DELETE /api/1.1/activations/act_2/",
  ]);
});

test("WAL-21 while nobody answers the last good answer counts for the days of grace, and no refusal has grace", async () => {
  const { world, client, says, isAway } = await activated();
  const away: (() => void)[] = [isAway, ...[408, 429, 500, 503].map((status) => () => says(status, {}))];
  for (const [at, goAway] of away.entries()) {
    world.at = START + at * DAY;
    goAway();
    expect(await client.validate()).toEqual({ valid: true, code: "VALID", offline: true });
  }
  await expect(client.activate({ product_id: "TASK" })).rejects.toBeInstanceOf(Unreachable);
  world.at = START + 7 * DAY + 1;
  expect(await client.validate()).toEqual({ valid: false, code: "UNREACHABLE", offline: true });
  // Set back, the clock makes nothing last longer.
  world.at = START;
  expect(await client.validate()).toMatchObject({ valid: false, code: "UNREACHABLE" });

  world.at = START + 8 * DAY;
  const until = new Date(world.at + DAY).toISOString();
  says(200, { valid: true, code: "VALID", valid_until: until });
  await client.validate();
  isAway();
  world.at += DAY;
  // A license file ends with the paid period.
  expect(await client.validate()).toMatchObject({ valid: false, code: "UNREACHABLE" });
  for (const [status, code] of [
    [404, "DEACTIVATED"],
    [401, "REFUSED"],
    [403, "REFUSED"],
    [422, "REFUSED"],
  ] as const) {
    says(200, { valid: true, code: "VALID", valid_until: null });
    await client.validate();
    says(status, {});
    expect(await client.validate()).toEqual({ valid: false, code, offline: false });
    isAway();
    expect(await client.validate()).toMatchObject({ valid: false, code: "UNREACHABLE" });
  }
});

test("WAL-21 a sign-in that has ended has no grace, and a portal that cannot refresh it has", async () => {
  const { world, client } = await activated();
  world.ended = 503;
  expect(await client.validate()).toEqual({ valid: true, code: "VALID", offline: true });
  world.ended = 400;
  expect(await client.validate()).toEqual({ valid: false, code: "REFUSED", offline: false });
});

test("WAL-21 a portal that accepts and never answers counts as away", async () => {
  const { world, client } = await activated({ timeoutMs: 20 });
  world.answer = () =>
    new Promise((_, fail) =>
      world.signal?.addEventListener("abort", () => fail(new DOMException("over", "TimeoutError"))),
    );
  expect(await client.validate()).toEqual({ valid: true, code: "VALID", offline: true });
  await expect(client.file(7)).rejects.toBeInstanceOf(Unreachable);
});

test("WAL-21 a page of a network that wants a sign-in, and an answer that breaks off, are no answer", async () => {
  const { world, client } = await activated();
  const cut = () => new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError("terminated")) }));
  for (const answer of [() => new Response("<html>Sign in to this network</html>"), () => Response.json([]), cut]) {
    world.answer = answer;
    expect(await client.validate()).toEqual({ valid: true, code: "VALID", offline: true });
    await expect(client.activate({ product_id: "TASK" })).rejects.toBeInstanceOf(Unreachable);
    await expect(client.file(7)).rejects.toBeInstanceOf(Unreachable);
  }
  world.answer = () => new Response("<html>Sign in to this network</html>");
  await expect(client.free()).rejects.toBeInstanceOf(Unreachable);
  expect(await client.validate()).toMatchObject({ valid: true, offline: true });
});

test("WAL-21 a clock that was ahead at a good answer and is set back gives no grace without end", async () => {
  const { world, client, says, isAway } = await activated();
  const good = (at: number) => ({
    valid: true,
    code: "VALID",
    valid_until: null,
    next_check: new Date(at + DAY).toISOString(),
  });
  // Ten years ahead, it hears a good answer of today.
  world.at = START + 3_650 * DAY;
  says(200, good(START));
  expect(await client.validate()).toMatchObject({ valid: true, offline: false });
  isAway();
  world.at = START + 6 * DAY;
  expect(await client.validate()).toMatchObject({ valid: true, offline: true });
  world.at = START + 8 * DAY;
  expect(await client.validate()).toMatchObject({ valid: false, code: "UNREACHABLE" });
  // Set back by more than a day, grace is over though its days are not.
  world.at = START + 8 * DAY;
  says(200, good(world.at));
  await client.validate();
  isAway();
  world.at = START + 6 * DAY;
  expect(await client.validate()).toMatchObject({ valid: false, code: "UNREACHABLE" });
  // A wrong time that was once seen is forgotten at the next good answer.
  world.at = START + 5_000 * DAY;
  await client.validate();
  world.at = START + 9 * DAY;
  expect((await client.verify(fileOf({ issued: world.at }))).code).toBe("EXPIRED");
  says(200, good(world.at));
  await client.validate();
  expect((await client.verify(fileOf({ issued: world.at }))).code).toBe("VALID");
});

test("WAL-21 calls at once lose nothing of what is kept, and a store with other types in it is as good as none", async () => {
  const { world, client, says } = device({
    store: {
      load: async () => {
        await new Promise((done) => setTimeout(done, 2));
        return world.kept;
      },
      save: async (text) => {
        await new Promise((done) => setTimeout(done, 2));
        world.kept = text;
      },
    },
  });
  says(201, { activation: { id: "act_1" } });
  await Promise.all([client.activate({ product_id: "TASK" }), client.verify(fileOf({ issued: START + 1_000 }))]);
  expect(JSON.parse(world.kept ?? "")).toMatchObject({ activation: "act_1", seen: START + 1_000 });
  world.kept = '{"activation":"act_1","seen":"tomorrow"}';
  expect((await client.verify(fileOf())).code).toBe("VALID");
});

test("WAL-21 a store that cannot be written or read keeps nobody from her app", async () => {
  const { world, client, says, isAway } = await activated({
    store: {
      load: async () => world.kept,
      save: async (text) => {
        if (world.kept !== null) throw new Error("ENOSPC: no space left on device");
        world.kept = text;
      },
    },
  });
  world.at += DAY;
  says(200, { valid: true, code: "VALID", valid_until: null, next_check: new Date(world.at + DAY).toISOString() });
  expect(await client.validate()).toEqual({ valid: true, code: "VALID", offline: false });
  says(200, { valid: false, code: "NO_SEAT", valid_until: null, next_check: new Date(world.at).toISOString() });
  expect(await client.validate()).toEqual({ valid: false, code: "NO_SEAT", offline: false });
  isAway();
  world.at += DAY;
  // A refusal stays in force while the app runs, and the clock never goes back.
  expect(await client.validate()).toEqual({ valid: false, code: "UNREACHABLE", offline: true });
  expect((await client.verify(fileOf({ days: 3 }))).code).toBe("VALID");
  world.at -= DAY;
  expect((await client.verify(fileOf({ days: 2 }))).code).toBe("EXPIRED");
  says(200, { status: "success" });
  await client.free();
  expect((await client.validate()).code).toBe("NOT_ACTIVATED");

  const unreadable = device({
    store: {
      load: async () => {
        throw new Error("EIO");
      },
      save: async () => {
        throw new Error("EIO");
      },
    },
  });
  unreadable.says(201, { activation: { id: "act_1" } });
  expect(await unreadable.client.activate({ product_id: "TASK" })).toBe("act_1");
  unreadable.says(200, { valid: true, code: "VALID", valid_until: null, next_check: new Date(START).toISOString() });
  expect((await unreadable.client.validate()).code).toBe("VALID");
});

test("WAL-21 a sign-in that never answers counts as away", async () => {
  const { client, says } = device({ token: () => new Promise<string>(() => {}), timeoutMs: 50 });
  says(201, { activation: { id: "act_1" } });
  await expect(client.activate({ product_id: "TASK" })).rejects.toBeInstanceOf(Unreachable);
});

test("WAL-21 a device that the service no longer knows is freed, and a slash after the portal's address changes nothing", async () => {
  const { world, client, says } = await activated({ portal: "https://portal.example/" });
  expect(world.asked).toEqual(["POST /api/1.1/activations/"]);
  says(404, { code: 2004 });
  await client.free();
  expect(await client.validate()).toMatchObject({ code: "NOT_ACTIVATED" });
  await expect(client.file(7)).rejects.toMatchObject({ status: 404 });
  expect(world.asked).toHaveLength(2);
});

test("WAL-21 a file of another product is refused where the app names its own", async () => {
  const codeOf = async (product: string): Promise<string> => (await device({ product }).client.verify(fileOf())).code;
  expect([await codeOf("TASK"), await codeOf("TASK-3")]).toEqual(["VALID", "VALID"]);
  for (const other of ["TASK-2", "TAS", "OUTLINE", "TASK-3-SUB"]) expect(await codeOf(other)).toBe("OTHER_PRODUCT");
});

test("WAL-21 a file is verified with any of the built-in keys, plain and encrypted, for this device and its days alone", async () => {
  const { world, client } = device();
  const codeOf = async (file: string, key?: string): Promise<string> => (await client.verify(file, key)).code;
  const good = await client.verify(fileOf());
  expect([good.valid, good.productId, good.expiry]).toEqual([true, "TASK-3", "2026-11-27T10:00:00.000Z"]);
  const secret = `KEY-1${fingerprint}`;
  expect(await codeOf(fileOf({ secret }), "KEY-1")).toBe("VALID");
  expect(await codeOf(fileOf({ secret }), "KEY-2")).toBe("UNREADABLE");
  expect(await codeOf(fileOf({ prefix: "license" }))).toBe("BAD_SIGNATURE");
  expect(await codeOf(fileOf({ print: "another-device-00" }))).toBe("FINGERPRINT_MISMATCH");
  expect(await codeOf(fileOf().replace(/\n(.)/, "\nZ"))).toBe("UNREADABLE");
  expect(await codeOf("")).toBe("UNREADABLE");
  world.at = START + 7 * DAY;
  expect(await codeOf(fileOf())).toBe("EXPIRED");
  world.at = START;
  expect(await codeOf(fileOf())).toBe("EXPIRED");
});

test("WAL-21 a key that is none among the built-in ones keeps no file from being verified by the others", async () => {
  const { client } = device({ publicKeys: ["", "zz", "ab".repeat(31), hexOf(pair.publicKey)] });
  expect(await client.verify(fileOf())).toMatchObject({ valid: true, code: "VALID" });
  const built = device({ publicKeys: ["", "zz"] });
  expect(await built.client.verify(fileOf())).toMatchObject({ valid: false, code: "BAD_SIGNATURE" });
});

test("WAL-21 a file with another algorithm, of a huge size or without the fields of a file is refused", async () => {
  const { client } = device();
  const codeOf = async (file: string): Promise<string> => (await client.verify(file)).code;
  for (const alg of ["none", "", "base64", "base64+rsa", "aes-256-gcm+none", "BASE64+ED25519"]) {
    expect(await codeOf(fileOf({ alg })), alg).toBe("UNREADABLE");
  }
  const secret = `KEY-1${fingerprint}`;
  // The algorithm is not signed: read as another one, an encrypted file stays closed.
  expect(await codeOf(fileOf({ secret, alg: "base64+ed25519" }))).toBe("UNREADABLE");
  expect(await codeOf(fileOf({ alg: "aes-256-gcm+ed25519" }))).toBe("UNREADABLE");
  expect(await codeOf(fileOf() + "\n".repeat(70_000))).toBe("UNREADABLE");
  const written = (said: unknown) => Buffer.from(JSON.stringify(said)).toString("base64");
  for (const said of [null, [], "text", {}, { enc: 1, sig: [], alg: {} }, { __proto__: null, enc: "x" }]) {
    expect(await codeOf(written(said))).toBe("UNREADABLE");
  }
});

test("WAL-21 a changed store gives no grace, and fields of other objects change nothing", async () => {
  const { world, client, isAway } = device();
  isAway();
  const texts = [
    "null",
    "[]",
    "1",
    '"text"',
    "{",
    '{"activation":"act_1","good":9e15}',
    '{"activation":"act_1","good":"2026-11-20"}',
    '{"activation":"act_1","__proto__":{"good":1795168800000}}',
    `{"activation":"act_1","good":${START},"seen":9e15}`,
  ];
  for (const text of texts) {
    world.kept = text;
    expect(await client.validate(), text).toMatchObject({ valid: false });
  }
  expect(Object.prototype).not.toHaveProperty("good");
});

test("WAL-21 a file that was issued more than 24 hours ahead tells of a clock that was set back", async () => {
  const { world, client } = device();
  const codeOf = async (file: string): Promise<string> => (await client.verify(file)).code;
  expect(await codeOf(fileOf({ issued: START + DAY }))).toBe("VALID");
  expect(await codeOf(fileOf({ issued: START + DAY + 1_000 }))).toBe("CLOCK_SET_BACK");
  world.at = START - 365 * DAY;
  expect(await codeOf(fileOf())).toBe("CLOCK_SET_BACK");
});

test("WAL-21 WAL-16 its request code is one that the portal reads", () => {
  const { client } = device();
  const code = client.requestCode("TASK-3", "Büro PC", "Linux");
  expect(readOfflineRequest(code, ["TASK"])).toEqual({
    fault: null,
    request: { product: "TASK-3", fingerprint, name: "Büro PC", platform: "Linux" },
  });
});

// The system's own, which has Debian's packages.
const python = "/usr/bin/python3";
const hasCryptography = spawnSync(python, ["-c", "import cryptography"]).status === 0;

test.runIf(hasCryptography)(
  "WAL-17 the line for Python in docs/apps.md accepts a file and refuses a changed one",
  () => {
    const guide = readFileSync(new URL("../../../docs/apps.md", import.meta.url), "utf8");
    const [, line = ""] = /```python\n# Python: cryptography\n([^`]+)```/.exec(guide) ?? [];
    expect(line).toContain("verify(");
    const body = fileOf().replaceAll(/-----(BEGIN|END) MACHINE FILE-----|\s/g, "");
    const { enc, sig } = JSON.parse(Buffer.from(body, "base64").toString()) as { enc: string; sig: string };
    const script = [
      "import base64, sys",
      "from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey",
      "public_key_hex, enc, sig = sys.argv[1], sys.argv[2], base64.b64decode(sys.argv[3])",
      line,
    ].join("\n");
    const run = (given: string) => spawnSync(python, ["-c", script, hexOf(pair.publicKey), given, sig]);
    expect(run(enc).status).toBe(0);
    const refused = run(`${enc}A`);
    expect([refused.status, String(refused.stderr)]).toEqual([1, expect.stringContaining("InvalidSignature")]);
  },
);
