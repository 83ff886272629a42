import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { codeAt } from "@foyer/testing/authenticator-code";
import { expectWithin } from "@foyer/testing/durations";
import { type RunningSystem, startFoyer } from "@foyer/testing/running-system";
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from "vitest";
import { addressToOpen } from "./welcome.ts";

vi.setConfig({ testTimeout: 180_000 });

const cli = new URL("../main.ts", import.meta.url).pathname;

interface Ended {
  readonly code: number | null;
  readonly stderr: string;
  readonly ms: number;
}

/** Runs the command line until it exits by itself. */
async function run(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const before = performance.now();
  const child = spawn(process.execPath, [cli, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stderr, ms: performance.now() - before };
}

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

test("R-71 F21 a second server on the same folder and another port refuses in under 5 s and names the holder", async () => {
  const { code, stderr, ms } = await run(["serve"], { ...system.env, PORT: "0" });
  expect(code).toBe(1);
  expect(stderr).toBe(
    `${system.dataDir} is in use by process ${holderOf(system.dataDir).pid} at ${system.url}. Stop it, or set DATA_DIR (and PORT) for a second copy.\n`,
  );
  expectWithin(ms, 5_000);
  expect((await system.call("GET", "/readyz")).status).toBe(200);
});

test("R-71 F21 a second server on the same folder and port refuses in under 5 s and names the holder", async () => {
  const { code, stderr, ms } = await run(["serve"], { ...system.env });
  expect(code).toBe(1);
  expect(stderr).toContain(`is in use by process ${holderOf(system.dataDir).pid} at ${system.url}.`);
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
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const folder = emptyFolder();
  const { code, stderr } = await run(["serve"], { DATA_DIR: folder, PORT: String(port) });
  expect(code).toBe(1);
  expect(stderr).toBe(`Port ${port} is taken on 127.0.0.1. Set PORT to another one.\n`);
  expect(fs.readdirSync(folder)).toEqual([]);
  server.close();
});

test("each faulty setting is one line, and nothing starts", async () => {
  const folder = emptyFolder();
  const { code, stderr } = await run(["serve"], {
    DATA_DIR: folder,
    PORT: "seventy",
    DATABASE_URL: "mysql://x",
    RATE_LIMITS: "maybe",
  });
  expect(code).toBe(1);
  expect(stderr).toBe(
    [
      "Foyer cannot start with these settings:",
      "  PORT: must be a port from 0 to 65535",
      "  DATABASE_URL: must be an address such as postgres://user:password@host/database",
      "  RATE_LIMITS: must be on or off",
      "",
    ].join("\n"),
  );
  expect(fs.readdirSync(folder)).toEqual([]);
});

test("R-56 in production a missing setting is named, and no sandbox starts by itself", async () => {
  const { code, stderr } = await run(["serve"], { DATA_DIR: emptyFolder(), NODE_ENV: "production" });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^ {2}STRIPE_API_KEY: is missing/m);
  expect(stderr).toMatch(/^ {2}SMTP_URL: is missing/m);
});

test("an unreachable database prints one line, not a stack", async () => {
  const { code, stderr, ms } = await run(["serve"], {
    DATA_DIR: emptyFolder(),
    PORT: "0",
    DATABASE_URL: "postgres://nobody:secret-word@127.0.0.1:9/none",
  });
  expect(code).toBe(1);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(stderr).toMatch(/^Foyer cannot go on: DATABASE_URL: no server answers there: connect ECONNREFUSED/);
  expect(stderr).not.toContain("secret-word");
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
    const { code, stderr } = await run(["serve"], { DATA_DIR: emptyFolder(), PORT: "0", DATABASE_URL });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^Foyer cannot go on: DATABASE_URL: .*Its form is postgres:\/\/user:password@host:port\/database\n$/,
    );
    expect(stderr).toMatch(reason);
    expect(stderr).not.toContain("secret-word");
  });
  await Promise.all(tries);
});

test("FAULT-42 settings, the brand's file and the journal are checked in one pass, before anything is made", async () => {
  const folder = emptyFolder();
  const { code, stderr } = await run(["serve"], {
    DATA_DIR: folder,
    PORT: "seventy",
    TRUSTED_PROXIES: "foo",
    BRAND_FILE: path.join(folder, "brand.ts"),
    ERASURE_JOURNAL: "/proc/none/erased.jsonl",
  });
  expect(code).toBe(1);
  const settings = [...stderr.matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name);
  expect(settings).toEqual(["PORT", "TRUSTED_PROXIES", "BRAND_FILE", "ERASURE_JOURNAL"]);
  expect(stderr).toContain("there is no such file; it must be a module that exports `brand`");
  expect(fs.readdirSync(folder)).toEqual([]);
});

test("FAULT-42 a journal of erased accounts that cannot be written is found at the start", async () => {
  const folder = emptyFolder();
  for (const ERASURE_JOURNAL of [folder, "/proc/none/erased.jsonl", `${cli}/erased.jsonl`]) {
    const { code, stderr } = await run(["serve"], { DATA_DIR: folder, PORT: "0", ERASURE_JOURNAL });
    expect(code).toBe(1);
    expect(stderr).toContain(
      `  ERASURE_JOURNAL: the journal of erased accounts, ${ERASURE_JOURNAL}, cannot be written`,
    );
    expect(fs.readdirSync(folder)).toEqual([]);
  }
  const { stderr } = await run(["serve"], { DATA_DIR: "/proc/none/data", PORT: "0" });
  expect(stderr).toContain(
    "  DATA_DIR: the journal of erased accounts, /proc/none/data/erased-accounts.jsonl, cannot be",
  );
});

test("FAULT-63 a start names a damaged secrets.json", async () => {
  const dataDir = emptyFolder();
  const port = await freePort();
  const env = { DATA_DIR: dataDir, PORT: port, DEMO: "0" };
  fs.writeFileSync(path.join(dataDir, "secrets.json"), '{"serviceCredential":"cut', { mode: 0o600 });
  const { code, stderr } = await run(["serve"], env);
  expect(code).toBe(1);
  expect(stderr).toContain(`${path.join(dataDir, "secrets.json")} is damaged`);
});

test("FAULT-42 a host that is not this machine's is named, and no port is called taken", async () => {
  const { code, stderr } = await run(["serve"], { DATA_DIR: emptyFolder(), PORT: "0", HOST: "127.0.0.999" });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^Foyer cannot go on: HOST: 127.0.0.999 is no address of this machine/);
});

test("FAULT-43 a part that cannot reach another one is refused, and the setting is named", async () => {
  const { code, stderr } = await run(["serve", "portal"], { DATA_DIR: emptyFolder(), PORT: "0" });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^ {2}ACCOUNTS_URL: is missing; "serve portal" needs .*\n {2}PURCHASE_URL: is missing/m);
});

test("FAULT-57 a command with a wrong DATA_DIR or DATABASE_URL ends with 1, and creates no database", async () => {
  const folder = emptyFolder();
  const commands = [
    ["backup", path.join(folder, "b.gz")],
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
    const { code, stderr } = await run(command, { DATA_DIR: path.join(folder, "nowhere") });
    expect([command, code]).toEqual([command, 1]);
    expect(stderr).toContain(`DATA_DIR: there is no database in ${path.join(folder, "nowhere")}`);
  });
  await Promise.all(tries);
  expect(fs.readdirSync(folder)).toEqual([]);
  const url = inject("postgresUrl").replace("@/", "@localhost/");
  const { code, stderr } = await run(["backup", path.join(folder, "b.gz")], { DATA_DIR: folder, DATABASE_URL: url });
  expect(code).toBe(1);
  expect(stderr).toContain("DATABASE_URL: that database is not Foyer's");
  expect(fs.readdirSync(folder)).toEqual([]);
});

test.each([
  [["dance"], /no command "dance"/],
  [["serve", "kitchen"], /The parts are accounts, purchase/],
])("%j names what there is instead", async (args, wanted) => {
  const { code, stderr } = await run(args, { DATA_DIR: emptyFolder(), PORT: "0" });
  expect(code).toBe(1);
  expect(stderr).toMatch(wanted);
});

async function started(env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [cli, "serve"], { env: { ...process.env, ...env }, stdio: "ignore" });
  await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${env["PORT"]}/readyz`)).status).toBe(200), {
    timeout: 90_000,
    interval: 20,
  });
  return child;
}

/** Signals from a supervisor, from a terminal (to the whole group at once) and from an impatient person. */
test.each([["SIGTERM"], ["SIGINT"], ["SIGTERM", "SIGTERM", "SIGINT"]] as NodeJS.Signals[][])(
  "R-74 %s ends it cleanly, with its database",
  async (...signals) => {
    const env = { ...system.env, DATA_DIR: usedFolder, PORT: await freePort() };
    const child = await started(env);
    const database = postmaster(env.DATA_DIR);
    expect(database).toBeGreaterThan(0);
    const ended = once(child, "exit");
    for (const signal of signals) child.kill(signal);
    expect(await ended).toEqual([0, null]);
    expect(postmaster(env.DATA_DIR)).toBeNull();
    expect(fs.existsSync(path.join(env.DATA_DIR, "server.json"))).toBe(false);
    await vi.waitFor(() => expect(() => process.kill(database ?? 0, 0)).toThrow(), { timeout: 5_000 });
  },
);

async function freePort(): Promise<string> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return String(typeof address === "object" && address ? address.port : 0);
}

test("R-73 after a kill -9 of everything the same folder is ready again within 10 s, without any cleanup", async () => {
  const env = { ...system.env, DATA_DIR: usedFolder, PORT: await freePort() };
  const first = await started(env);
  const database = postmaster(env.DATA_DIR) ?? 0;
  const ended = once(first, "exit");
  first.kill("SIGKILL");
  process.kill(database, "SIGKILL");
  await ended;
  const before = performance.now();
  const second = await started(env);
  const ms = performance.now() - before;
  expectWithin(ms, 10_000);
  const gone = once(second, "exit");
  second.kill("SIGTERM");
  await gone;
});

test("R-73 after a kill -9 of the server alone the next one takes over its database", async () => {
  const env = { ...system.env, DATA_DIR: usedFolder, PORT: await freePort() };
  const first = await started(env);
  const database = postmaster(env.DATA_DIR);
  const ended = once(first, "exit");
  first.kill("SIGKILL");
  await ended;
  const second = await started(env);
  expect(postmaster(env.DATA_DIR)).toBe(database);
  const gone = once(second, "exit");
  second.kill("SIGTERM");
  await gone;
  expect(postmaster(env.DATA_DIR)).toBeNull();
});

test("a start waits for the previous server that is still stopping", async () => {
  const env = { ...system.env, DATA_DIR: usedFolder, PORT: await freePort() };
  const first = await started(env);
  const ended = once(first, "exit");
  first.kill("SIGTERM");
  const second = await started(env);
  await ended;
  expect(holderOf(env.DATA_DIR).pid).toBe(second.pid);
  const gone = once(second, "exit");
  second.kill("SIGTERM");
  await gone;
});

/** Turns the account's second factor on. @returns its secret. */
async function secondFactor(production: RunningSystem, token: string, password: string): Promise<string> {
  const { body } = await production.call("POST", "/api/1.1/user/second_factor/", { token, json: { password } });
  const json = { otp: codeAt(body.secret, Date.now() - 30_000) };
  const { status } = await production.call("POST", "/api/1.1/user/second_factor/confirm/", { token, json });
  expect(status).toBe(200);
  return body.secret;
}

test("R-56 the payment sandbox in production is open to staff with a second factor only (FAULT-23, FAULT-44)", async () => {
  const password = "correct horse battery staple";
  const account = { type: "account", username: "frank", email: "frank@example.com", password, is_staff: true };
  const production = await startFoyer({
    lines: [account],
    env: {
      NODE_ENV: "production",
      PAYMENT_SANDBOX: "on",
      SMTP_URL: "smtp://127.0.0.1:9",
      MAIL_FROM: "account@example.com",
      PUBLIC_ORIGIN: "https://account.example.com",
      DRAIN_SECONDS: "0",
      LOG_LEVEL: "warn",
    },
  });
  const statusOf = async (method: string, address: string, token?: string): Promise<number> =>
    (await production.call(method, address, token === undefined ? {} : { token })).status;
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
  const byPassword = await production.signIn("frank", password);
  for (const token of [undefined, "unknown", byPassword]) {
    expect(await statusOf("GET", "/sandbox/stripe", token)).toBe(401);
    expect(await statusOf("POST", "/sandbox/stripe/next", token)).toBe(401);
    expect(await statusOf("POST", "/sandbox/stripe/events/evt_1/send", token)).toBe(401);
  }
  const secret = await secondFactor(production, byPassword, password);
  const enter = async (otp: string) =>
    production.call("POST", "/sandbox/stripe/enter", { form: { username: "frank", password, otp } });
  expect((await enter("000000")).headers.get("set-cookie")).toBeNull();
  const cookie = (await enter(codeAt(secret, Date.now()))).headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(/; Path=\/sandbox; Max-Age=900; HttpOnly; SameSite=Strict; Secure$/);
  const page = await production.call("GET", "/sandbox/stripe", { headers: { cookie: cookie.split(";")[0] ?? "" } });
  expect(page.status).toBe(200);
  expect(page.body).toContain("Decline the next payment");
  expect(page.body).not.toContain("/sandbox/clock");
  expect((await production.call("GET", "/api/v2/plans", { token: byPassword })).body.plans.length).toBeGreaterThan(0);
  // FAULT-44: in production every line is JSON, so that a collector of logs reads them all.
  const logged = production.output().trim().split("\n");
  const ready = logged.map((line) => JSON.parse(line)).find(({ msg }) => msg === "Foyer is ready");
  expect(ready.openToStaff).toEqual([expect.stringContaining("payment sandbox, which charges nobody")]);
  if (process.geteuid?.() === 0) expect(production.output()).toContain("Foyer runs as root");
  expect(production.output()).not.toContain("/sandbox/mail");
  await production.close();
});
