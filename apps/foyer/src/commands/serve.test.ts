import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { codeAt } from "@foyer/testing/authenticator-code";
import { expectWithin, timed } from "@foyer/testing/durations";
import {
  freePort,
  production,
  runCommand,
  type RunningSystem,
  serverProcess,
  startFoyer,
} from "@foyer/testing/running-system";
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from "vitest";
import { addressToOpen } from "./welcome.ts";

vi.setConfig({ testTimeout: 180_000 });

function postmaster(dataDir: string): number | null {
  const file = path.join(dataDir, "postgres/postmaster.pid");
  return fs.existsSync(file) ? Number(fs.readFileSync(file, "utf8").split("\n")[0]) : null;
}

const holderOf = (dataDir: string): { pid: number; url: string } =>
  JSON.parse(fs.readFileSync(path.join(dataDir, "server.json"), "utf8"));

let system: RunningSystem;

/** A data folder that several tests start on, one after the other. Only its first start creates the database. */
const usedFolder = fs.mkdtempSync(path.join(os.tmpdir(), "foyer-serve-"));

beforeAll(async () => {
  system = await startFoyer();
}, 120_000);
afterAll(async () => {
  await system.close();
  fs.rmSync(usedFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

function emptyFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "foyer-serve-"));
  folders.push(folder);
  return folder;
}

/** Runs a command that is expected to refuse, on an empty folder unless told. @returns its messages, and the files that it made. */
async function refused(
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = ["serve"],
): Promise<{ stderr: string; files: string[] }> {
  const folder = emptyFolder();
  const { code, stderr } = await runCommand(args, { DATA_DIR: folder, PORT: "0", ...env });
  expect(code).toBe(1);
  return { stderr, files: fs.readdirSync(folder) };
}

test.each([
  ["another port", { PORT: "0" }],
  ["the same port", {}],
])("R-71 F21 a second server on the same folder and %s refuses in under 5 s and names the holder", async (_, env) => {
  const { result, ms } = await timed(() => refused({ ...system.env, ...env }));
  expect(result).toMatchObject({
    stderr: `${system.dataDir} is in use by process ${holderOf(system.dataDir).pid} at ${system.url}. Stop it, or set DATA_DIR (and PORT) for a second copy.\n`,
  });
  expectWithin(ms, 5_000);
  expect((await system.call("GET", "/readyz")).status).toBe(200);
});

test("FAULT-40 the printed address is localhost on the machine itself, where passkeys need a host name", () => {
  const own = "http://127.0.0.1:4400";
  expect(addressToOpen(own, own)).toBe("http://localhost:4400");
  expect(addressToOpen(own, "https://account.example.com")).toBe(own);
  expect(addressToOpen("http://[::1]:4400", "http://[::1]:4400")).toBe("http://[::1]:4400");
  expect(addressToOpen("http://0.0.0.0:80", "http://0.0.0.0:80")).toBe("http://0.0.0.0:80");
});

test("another copy runs next to it, and its start warns of a folder that others can enter (FAULT-63)", async () => {
  const other = await startFoyer();
  // The folder of a test's system has the mode 0755.
  expect(other.output()).toContain(`chmod 700 ${other.dataDir}`);
  expect((await other.call("GET", "/readyz")).status).toBe(200);
  expect((await system.call("GET", "/readyz")).status).toBe(200);
  await other.close();
});

test("a used port is reported at once, and no database is created", async () => {
  const port = await freePort();
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  expect(await refused({ PORT: String(port) })).toEqual({
    stderr: `Port ${port} is taken on 127.0.0.1. Set PORT to another one.\n`,
    files: [],
  });
  server.close();
});

test("each faulty setting is one line, and nothing starts", async () => {
  const { stderr, files } = await refused({ PORT: "seventy", DATABASE_URL: "mysql://x", RATE_LIMITS: "maybe" });
  expect(stderr.split("\n")).toEqual([
    "Foyer cannot start with these settings:",
    "  PORT: must be a port from 0 to 65535",
    "  DATABASE_URL: must be an address such as postgres://user:password@host/database",
    "  RATE_LIMITS: must be on or off",
    "",
  ]);
  expect(files).toEqual([]);
});

test("R-56 in production a missing setting is named, and no sandbox starts by itself", async () => {
  const { stderr } = await refused({ NODE_ENV: "production" });
  expect(stderr).toMatch(/^ {2}STRIPE_API_KEY: is missing/m);
  expect(stderr).toMatch(/^ {2}SMTP_URL: is missing/m);
});

test("an unreachable database prints one line, not a stack", async () => {
  const { result, ms } = await timed(() => refused({ DATABASE_URL: "postgres://nobody:secret-word@127.0.0.1:9/none" }));
  const line = /^Foyer cannot go on: DATABASE_URL: no server answers there: connect ECONNREFUSED.*\n$/;
  expect(result).toMatchObject({ stderr: expect.stringMatching(line) });
  expect(result).toMatchObject({ stderr: expect.not.stringContaining("secret-word") });
  expectWithin(ms, 10_000);
});

test("FAULT-58 DATABASE_URL is named when its password, its host, its port or its database is wrong", async () => {
  const right = inject("postgresUrl").replace("@/", "@localhost/");
  const wrong: readonly [string, RegExp][] = [
    [right.replace(/:[^:@]*@/, ":secret-word@"), /the server refuses this user and password: password authentication/],
    [right.replace(/:[^:@]*@/, "@"), /the server refuses this user and password/],
    ["postgres://u:secret-word@nobody-of-that-name.invalid/d", /no server answers there: getaddrinfo/],
    ["postgres://u:secret-word@127.0.0.1:9/d", /no server answers there: connect ECONNREFUSED/],
    [right.replace("/postgres?", "/nothing?"), /the server has no such database/],
  ];
  const tries = wrong.map(async ([DATABASE_URL, reason]) => {
    const { stderr } = await refused({ DATABASE_URL });
    expect(stderr).toMatch(
      /^Foyer cannot go on: DATABASE_URL: .*Its form is postgres:\/\/user:password@host:port\/database\n$/,
    );
    expect(stderr).toMatch(reason);
    expect(stderr).not.toContain("secret-word");
  });
  await Promise.all(tries);
});

test("FAULT-42 settings, the brand's file and the journal are checked in one pass, before anything is made", async () => {
  const { stderr, files } = await refused({
    PORT: "seventy",
    TRUSTED_PROXIES: "foo",
    BRAND_FILE: "/proc/none/brand.ts",
    ERASURE_JOURNAL: "/proc/none/erased.jsonl",
  });
  const settings = [...stderr.matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name);
  expect(settings).toEqual(["PORT", "TRUSTED_PROXIES", "BRAND_FILE", "ERASURE_JOURNAL"]);
  expect(stderr).toContain("there is no such file; it must be a module that exports `brand`");
  expect(files).toEqual([]);
});

test("FAULT-42 a journal of erased accounts that cannot be written is found at the start", async () => {
  const file = import.meta.filename;
  for (const ERASURE_JOURNAL of [usedFolder, "/proc/none/erased.jsonl", `${file}/erased.jsonl`]) {
    const { stderr, files } = await refused({ ERASURE_JOURNAL });
    expect(stderr).toContain(
      `  ERASURE_JOURNAL: the journal of erased accounts, ${ERASURE_JOURNAL}, cannot be written`,
    );
    expect(files).toEqual([]);
  }
  const { stderr } = await refused({ DATA_DIR: "/proc/none/data" });
  expect(stderr).toContain(
    "  DATA_DIR: the journal of erased accounts, /proc/none/data/erased-accounts.jsonl, cannot be",
  );
});

test("FAULT-63 a start names a damaged secrets.json", async () => {
  const dataDir = emptyFolder();
  const file = path.join(dataDir, "secrets.json");
  fs.writeFileSync(file, '{"serviceCredential":"cut', { mode: 0o600 });
  expect((await refused({ DATA_DIR: dataDir, DEMO: "0" })).stderr).toContain(`${file} is damaged`);
});

test("FAULT-42 a host that is not this machine's is named, and no port is called taken", async () => {
  const { stderr } = await refused({ HOST: "127.0.0.999" });
  expect(stderr).toMatch(/^Foyer cannot go on: HOST: 127.0.0.999 is no address of this machine/);
});

test("FAULT-43 a part that cannot reach another one is refused, and the setting is named", async () => {
  const { stderr } = await refused({}, ["serve", "portal"]);
  expect(stderr).toMatch(/^ {2}ACCOUNTS_URL: is missing; "serve portal" needs .*\n {2}PURCHASE_URL: is missing/m);
});

test("FAULT-57 a command with a wrong DATA_DIR or DATABASE_URL ends with 1, and creates no database", async () => {
  const folder = emptyFolder();
  const nowhere = path.join(folder, "nowhere");
  const backup = ["backup", path.join(folder, "b.gz")];
  const commands = [
    backup,
    ["export"],
    ["reconcile"],
    ["staff", "frank", "admin"],
    ["rotate-keys"],
    ["rotate-secrets"],
    ["remove-demo"],
    ["after-restore"],
    ["setup"],
  ];
  const tries = commands.map(async (command) => {
    const { stderr } = await refused({ DATA_DIR: nowhere }, command);
    expect(stderr, command[0]).toContain(`DATA_DIR: there is no database in ${nowhere}`);
  });
  await Promise.all(tries);
  expect(fs.readdirSync(folder)).toEqual([]);
  const url = inject("postgresUrl").replace("@/", "@localhost/");
  const { stderr } = await refused({ DATA_DIR: folder, DATABASE_URL: url }, backup);
  expect(stderr).toContain("DATABASE_URL: that database is not Foyer's");
  expect(fs.readdirSync(folder)).toEqual([]);
});

test.each([
  [["dance"], /no command "dance"/],
  [["serve", "kitchen"], /The parts are accounts, purchase/],
])("%j names what there is instead", async (args, wanted) => {
  expect((await refused({}, args)).stderr).toMatch(wanted);
});

const onUsedFolder = async () => ({ ...system.env, DATA_DIR: usedFolder, PORT: String(await freePort()) });

const started = (env: Readonly<Record<string, string>>): Promise<ChildProcess> =>
  serverProcess(env, `http://127.0.0.1:${env["PORT"]}`).start();

/** Sends the signals. @returns the exit code and the signal that ended the process. */
async function ended(server: ChildProcess, ...signals: readonly NodeJS.Signals[]): Promise<unknown[]> {
  const exit = once(server, "exit");
  for (const signal of signals) server.kill(signal);
  return exit;
}

/** Signals from a supervisor, from a terminal (to the whole group at once) and from an impatient person. */
test.each([["SIGTERM"], ["SIGINT"], ["SIGTERM", "SIGTERM", "SIGINT"]] as NodeJS.Signals[][])(
  "R-74 %s ends it cleanly, with its database",
  async (...signals) => {
    const env = await onUsedFolder();
    const child = await started(env);
    const database = postmaster(env.DATA_DIR);
    expect(database).toBeGreaterThan(0);
    expect(await ended(child, ...signals)).toEqual([0, null]);
    expect(postmaster(env.DATA_DIR)).toBeNull();
    expect(fs.existsSync(path.join(env.DATA_DIR, "server.json"))).toBe(false);
    await vi.waitFor(() => expect(() => process.kill(database ?? 0, 0)).toThrow(), { timeout: 5_000 });
  },
);

test("R-73 after a kill -9 of everything the same folder is ready again within 10 s, without any cleanup", async () => {
  const env = await onUsedFolder();
  const first = await started(env);
  const database = postmaster(env.DATA_DIR) ?? 0;
  const exit = ended(first, "SIGKILL");
  process.kill(database, "SIGKILL");
  await exit;
  const before = performance.now();
  const second = await started(env);
  const ms = performance.now() - before;
  expectWithin(ms, 10_000);
  await ended(second, "SIGTERM");
});

test("R-73 after a kill -9 of the server alone the next one takes over its database", async () => {
  const env = await onUsedFolder();
  const first = await started(env);
  const database = postmaster(env.DATA_DIR);
  await ended(first, "SIGKILL");
  const second = await started(env);
  expect(postmaster(env.DATA_DIR)).toBe(database);
  await ended(second, "SIGTERM");
  expect(postmaster(env.DATA_DIR)).toBeNull();
});

test("a start waits for the previous server that is still stopping", async () => {
  const env = await onUsedFolder();
  const first = await started(env);
  const exit = ended(first, "SIGTERM");
  const second = await started(env);
  await exit;
  expect(holderOf(env.DATA_DIR).pid).toBe(second.pid);
  await ended(second, "SIGTERM");
});

/** Turns the account's second factor on. @returns its secret. */
async function secondFactor(foyer: RunningSystem, token: string, password: string): Promise<string> {
  const { body } = await foyer.call("POST", "/api/1.1/user/second_factor/", { token, json: { password } });
  const json = { otp: codeAt(body.secret, Date.now() - 30_000) };
  const { status } = await foyer.call("POST", "/api/1.1/user/second_factor/confirm/", { token, json });
  expect(status).toBe(200);
  return body.secret;
}

test("R-56 the payment sandbox in production is open to staff with a second factor only (FAULT-23, FAULT-44)", async () => {
  const password = "correct horse battery staple";
  const account = { type: "account", username: "frank", email: "frank@example.com", password, is_staff: true };
  const foyer = await startFoyer({
    lines: [account],
    env: { ...production, LOG_LEVEL: "warn" },
  });
  const statusOf = async (method: string, address: string, token?: string): Promise<number> =>
    (await foyer.call(method, address, token === undefined ? {} : { token })).status;
  expect(await statusOf("GET", "/sandbox/stripe/v1/customers", "sk_test_sandbox")).toBe(401);
  const closed = [
    ["GET", "/sandbox/clock"],
    ["POST", "/sandbox/clock"],
    ["GET", "/sandbox/mail"],
    ["GET", "/sandbox/app"],
    ["POST", "/sandbox/sync"],
    ["PUT", "/sandbox/sync/frank/file"],
    ["GET", "/sandbox/sync/frank/file"],
    ["POST", "/sandbox/webhook_chaos"],
    ["POST", "/sandbox/provider_faults"],
  ] as const;
  for (const [method, address] of closed) expect(await statusOf(method, address), address).toBe(404);
  const byPassword = await foyer.signIn("frank", password);
  for (const token of [undefined, "unknown", byPassword]) {
    expect(await statusOf("GET", "/sandbox/stripe", token)).toBe(401);
    expect(await statusOf("POST", "/sandbox/stripe/next", token)).toBe(401);
    expect(await statusOf("POST", "/sandbox/stripe/events/evt_1/send", token)).toBe(401);
  }
  const secret = await secondFactor(foyer, byPassword, password);
  const enter = async (otp: string) =>
    foyer.call("POST", "/sandbox/stripe/enter", { form: { username: "frank", password, otp } });
  expect((await enter("000000")).headers.get("set-cookie")).toBeNull();
  const cookie = (await enter(codeAt(secret, Date.now()))).headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(/; Path=\/sandbox; Max-Age=900; HttpOnly; SameSite=Strict; Secure$/);
  const page = await foyer.call("GET", "/sandbox/stripe", { headers: { cookie: cookie.split(";")[0] ?? "" } });
  expect(page.status).toBe(200);
  expect(page.body).toContain("Decline the next payment");
  expect(page.body).not.toContain("/sandbox/clock");
  expect((await foyer.call("GET", "/api/v2/plans", { token: byPassword })).body.plans.length).toBeGreaterThan(0);
  // FAULT-44: in production every line is JSON, so that a collector of logs reads them all.
  const logged = foyer.output().trim().split("\n");
  const ready = logged.map((line) => JSON.parse(line)).find(({ msg }) => msg === "Foyer is ready");
  expect(ready.openToStaff).toEqual([expect.stringContaining("payment sandbox, which charges nobody")]);
  if (process.geteuid?.() === 0) expect(foyer.output()).toContain("Foyer runs as root");
  expect(foyer.output()).not.toContain("/sandbox/mail");
  await foyer.close();
});
