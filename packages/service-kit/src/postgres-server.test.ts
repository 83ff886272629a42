import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { query } from "@foyer/testing/database";
import { caseCount } from "@foyer/testing/random-cases";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { findRunningPostgres, startPostgres } from "./postgres-server.ts";

let folder: string;
let cluster: string;
/** A cluster that was started once and stopped, for tests that do not need an empty folder. */
let template: string;

beforeAll(async () => {
  template = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "foyer-pgtest-")), "postgres");
  await (await startPostgres(template)).stop();
});
afterAll(() => fs.rmSync(path.dirname(template), { recursive: true, force: true }));

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "foyer-pgtest-"));
  cluster = path.join(folder, "postgres");
});

afterEach(async () => {
  const pid = postmaster();
  if (pid !== null) await killed(pid);
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Starts the server on a copy of the template, which takes a fifth of the time of a new cluster. */
function startCopy(): ReturnType<typeof startPostgres> {
  copyTemplate();
  return startPostgres(cluster);
}

// A copy by Node would not preserve the owner.
const copyTemplate = (): Buffer => execFileSync("cp", ["-a", template, cluster]);

function postmaster(): number | null {
  const file = `${cluster}/postmaster.pid`;
  return fs.existsSync(file) ? Number(fs.readFileSync(file, "utf8").split("\n")[0]) : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie still accepts signals, but serves nothing.
    return !/^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

async function killed(pid: number): Promise<void> {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    return;
  }
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 5_000 });
}

const ask = async (url: string, question: string): Promise<unknown> => (await query(url, question))[0]?.["answer"];

/** Starts a process that starts the server, prints its URL and waits to be killed. */
function starter(env: Record<string, string> = {}): ChildProcess {
  const module = new URL("./postgres-server.ts", import.meta.url).href;
  const program = `
    const { startPostgres } = await import(${JSON.stringify(module)});
    const server = await startPostgres(${JSON.stringify(cluster)});
    process.stdout.write(JSON.stringify(server) + "\\n");
    setInterval(() => undefined, 1_000);`;
  return spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
}

async function startedBy(child: ChildProcess): Promise<{ url: string; adopted: boolean }> {
  if (!child.stdout) throw new Error("the starter has no output");
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return JSON.parse(line.toString()) as { url: string; adopted: boolean };
}

/** Another user of this machine; only root can act as one. */
const STRANGER = 65_533;
const isRoot = process.getuid?.() === 0;

/** Where a version before this one had the socket: a name that everybody can predict, in a folder that all users share. */
const formerSockets = (): string =>
  path.join(os.tmpdir(), `foyer-pg-${createHash("sha256").update(cluster).digest("hex").slice(0, 16)}`);

const socketsOf = (url: string): string =>
  new URL(url.replace(/^postgres:\/\/[^@]*@/, "x://host")).searchParams.get("host") ?? "";

test("an empty folder becomes a server with fsync on, reachable only by its owner's socket", async () => {
  const server = await startPostgres(cluster);
  expect(server.adopted).toBe(false);
  expect(await ask(server.url, "select current_setting('fsync') as answer")).toBe("on");
  expect(await ask(server.url, "select current_setting('listen_addresses') as answer")).toBe("");
  const sockets = socketsOf(server.url);
  expect(sockets).toBe(`${cluster}.socket`);
  expect(fs.statSync(sockets).mode & 0o777).toBe(0o700);
  expect(fs.statSync(`${sockets}/.s.PGSQL.5432`).mode & 0o777).toBe(0o700);
  expect(fs.statSync(`${cluster}/foyer.password`).mode & 0o777).toBe(0o600);
  expect(fs.statSync(cluster).mode & 0o777).toBe(0o700);
  // PostgreSQL itself refuses root.
  if (isRoot) expect(fs.statSync(`${cluster}/PG_VERSION`).uid).toBe(0);
  await server.stop();
  expect(fs.existsSync(`${cluster}/postmaster.pid`)).toBe(false);
  expect(await findRunningPostgres(cluster)).toBeNull();
});

test("FAULT-54 the database's superuser needs its password, also from this machine", async () => {
  const server = await startCopy();
  const host = encodeURIComponent(socketsOf(server.url));
  for (const login of ["postgres", "postgres:", "postgres:wrong", "foyer_serving"])
    await expect(ask(`postgres://${login}@/postgres?host=${host}`, "select 1")).rejects.toThrow(/password|SASL/);
  await server.stop();
});

test.runIf(isRoot)("FAULT-54 a folder of another user at the former socket's place is not used", async () => {
  const trap = formerSockets();
  fs.mkdirSync(trap, { mode: 0o777 });
  fs.chownSync(trap, STRANGER, STRANGER);
  fs.chmodSync(trap, 0o777);
  const server = await startCopy();
  expect(fs.readdirSync(trap)).toEqual([]);
  expect(socketsOf(server.url)).not.toBe(trap);
  await server.stop();
  fs.rmdirSync(trap);
});

const traps: [string, (socket: string) => void][] = [
  ["of another user", (socket) => fs.chownSync(socket, STRANGER, STRANGER)],
  ["that others can enter", (socket) => fs.chmodSync(socket, 0o755)],
  [
    "that is a link",
    (socket) => {
      fs.rmdirSync(socket);
      fs.mkdirSync(`${folder}/elsewhere`, { mode: 0o700 });
      fs.symlinkSync(`${folder}/elsewhere`, socket);
    },
  ],
];

test.runIf(isRoot).each(traps)("FAULT-54 a socket folder %s is refused by name, with advice", async (_, change) => {
  const socket = `${cluster}.socket`;
  fs.mkdirSync(socket, { mode: 0o700 });
  change(socket);
  await expect(startPostgres(cluster)).rejects.toThrow(new RegExp(`${socket} .*Remove it, and start again`));
  expect(fs.existsSync(`${cluster}/postmaster.pid`)).toBe(false);
});

test.runIf(isRoot)("FAULT-54 a path too long for a socket gets a checked folder of its user", async () => {
  cluster = path.join(folder, "a".repeat(90), "postgres");
  const server = await startPostgres(cluster);
  const sockets = socketsOf(server.url);
  expect(path.dirname(sockets)).toBe(os.tmpdir());
  expect(fs.statSync(sockets).mode & 0o777).toBe(0o700);
  expect(await ask(server.url, "select 1 as answer")).toBe(1);
  await server.stop();
  fs.chownSync(sockets, STRANGER, STRANGER);
  await expect(startPostgres(cluster)).rejects.toThrow(/belongs to another user .* Remove it/);
  fs.rmSync(sockets, { recursive: true });
});

test.runIf(isRoot)("FAULT-54 a data folder that another user owns or can write is refused, with advice", async () => {
  fs.chownSync(folder, STRANGER, STRANGER);
  await expect(startPostgres(cluster)).rejects.toThrow(/belongs to another user .*chown.*DATA_DIR/);
  fs.chownSync(folder, 0, 0);
  fs.chmodSync(folder, 0o777);
  await expect(startPostgres(cluster)).rejects.toThrow(/Every user can write .*chmod o-w .*DATA_DIR/);
  expect(fs.existsSync(cluster)).toBe(false);
});

test("FAULT-54 a cluster of an earlier version, which trusted local logins, starts and then asks for passwords", async () => {
  const first = await startCopy();
  await ask(first.url, "create table kept as select 7 as answer");
  await ask(first.url, "alter role postgres password null");
  await first.stop();
  fs.rmSync(`${cluster}/foyer.password`);
  fs.writeFileSync(`${cluster}/pg_hba.conf`, "local all all trust\n");
  const children = [starter(), starter()];
  const [server] = await Promise.all(children.map(startedBy));
  for (const child of children) child.kill("SIGKILL");
  expect(await ask(server?.url ?? "", "select answer from kept")).toBe(7);
  const bare = `postgres://postgres@/postgres?host=${encodeURIComponent(`${cluster}.socket`)}`;
  await expect(ask(bare, "select 1")).rejects.toThrow(/password|SASL/);
  await (await startPostgres(cluster)).stop();
});

test.runIf(isRoot)("FAULT-54 a running server with a socket that others can replace is not joined", async () => {
  const server = await startCopy();
  fs.chmodSync(socketsOf(server.url), 0o777);
  await expect(startPostgres(cluster)).rejects.toThrow(/process \d+.*is open to other users.*kill -INT \d+/);
  fs.chmodSync(socketsOf(server.url), 0o700);
  await server.stop();
});

test("written data is there after a stop and a start", async () => {
  const first = await startCopy();
  await ask(first.url, "create table kept as select 7 as answer");
  await first.stop();
  const second = await startPostgres(cluster);
  expect(second.adopted).toBe(false);
  expect(await ask(second.url, "select answer from kept")).toBe(7);
  await second.stop();
});

test("a folder inside a private folder works", async () => {
  fs.mkdirSync(path.join(folder, "private"), { mode: 0o700 });
  fs.mkdirSync(path.join(folder, "private", "deep"));
  cluster = path.join(folder, "private", "deep", "postgres");
  const server = await startCopy();
  expect(await ask(server.url, "select 1 as answer")).toBe(1);
  await server.stop();
});

test("R-73 the server of a killed starter keeps running, and the next start joins it", async () => {
  copyTemplate();
  const child = starter();
  const { url } = await startedBy(child);
  await ask(url, "create table kept as select 7 as answer");
  child.kill("SIGKILL");
  await once(child, "exit");
  const server = await startPostgres(cluster);
  expect(server.adopted).toBe(true);
  expect(await ask(server.url, "select answer from kept")).toBe(7);
  await server.stop();
  expect(await findRunningPostgres(cluster)).toBeNull();
});

test("R-73 F2 after a kill -9 of PostgreSQL itself the next start recovers what was committed", async () => {
  const first = await startCopy();
  await ask(first.url, "create table kept as select 7 as answer");
  const pid = postmaster();
  if (pid === null) throw new Error("no postmaster.pid");
  await killed(pid);
  const second = await startPostgres(cluster);
  expect(await ask(second.url, "select answer from kept")).toBe(7);
  await second.stop();
});

test("R-73 a lock with the process id of another program does not prevent starting", async () => {
  const first = await startCopy();
  const lock = fs.readFileSync(`${cluster}/postmaster.pid`, "utf8");
  await first.stop();
  // As in a restarted container: the same ids, other programs.
  const sleeper = spawn("sleep", ["60"], { stdio: "ignore" });
  fs.writeFileSync(`${cluster}/postmaster.pid`, lock.replace(/^\d+/, String(sleeper.pid)));
  const second = await startPostgres(cluster);
  expect(await ask(second.url, "select 1 as answer")).toBe(1);
  await second.stop();
  sleeper.kill();
});

test("a start with another temporary folder joins the running server", async () => {
  cluster = path.join(folder, "a".repeat(90), "postgres");
  const elsewhere = fs.mkdtempSync(path.join(os.tmpdir(), "elsewhere-"));
  const child = starter({ TMPDIR: elsewhere });
  const { url } = await startedBy(child);
  expect(url).toContain(encodeURIComponent(elsewhere));
  const server = await startPostgres(cluster);
  expect(server).toMatchObject({ adopted: true, url });
  child.kill("SIGKILL");
  await server.stop();
  fs.rmSync(elsewhere, { recursive: true, force: true });
});

test("a copied lock of another folder is ignored", async () => {
  const original = await startCopy();
  const copy = path.join(folder, "copy");
  fs.mkdirSync(copy);
  fs.copyFileSync(`${cluster}/postmaster.pid`, `${copy}/postmaster.pid`);
  expect(await findRunningPostgres(copy)).toBeNull();
  await original.stop();
});

const races = Array.from({ length: caseCount("RACES", { usual: 1, torture: 3 }) }, (_, n) => n + 1);
test.each(races)("two concurrent starters on an empty folder share one server (race %i)", async () => {
  const children = [starter(), starter()];
  const servers = await Promise.all(children.map(startedBy));
  const started = await Promise.all(
    servers.map((server) => ask(server.url, "select pg_postmaster_start_time()::text as answer")),
  );
  expect(started[0]).toBe(started[1]);
  expect(fs.readdirSync(folder).toSorted()).toEqual(["postgres", "postgres.log", "postgres.socket"]);
  for (const child of children) child.kill("SIGKILL");
  await (await startPostgres(cluster)).stop();
});

test("the next start cleans up after a starter that was killed during initdb", async () => {
  const child = starter();
  const aside = `${cluster}.init-${child.pid}`;
  await vi.waitFor(() => expect(fs.existsSync(`${aside}/base`)).toBe(true), { timeout: 20_000, interval: 2 });
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(fs.existsSync(`${cluster}/PG_VERSION`)).toBe(false);
  // initdb itself runs on briefly after its starter was killed.
  await vi.waitFor(() => expect(spawnSync("pgrep", ["-f", aside]).status).toBe(1), { timeout: 20_000 });
  const server = await startPostgres(cluster);
  expect(await ask(server.url, "select 1 as answer")).toBe(1);
  expect(fs.readdirSync(folder).toSorted()).toEqual(["postgres", "postgres.log", "postgres.socket"]);
  await server.stop();
});

test("a server with a removed folder is not joined: the next start creates a new cluster", async () => {
  const first = await startCopy();
  await ask(first.url, "create table lost as select 7 as answer");
  const forsaken = postmaster() ?? 0;
  fs.rmSync(cluster, { recursive: true });
  expect(await findRunningPostgres(cluster)).toBeNull();
  const second = await startPostgres(cluster);
  expect(second.adopted).toBe(false);
  expect(await ask(second.url, "select to_regclass('lost') as answer")).toBeNull();
  expect(isAlive(forsaken)).toBe(false);
  await second.stop();
});

test("a cluster that cannot start reports why", async () => {
  const first = await startCopy();
  await first.stop();
  fs.writeFileSync(`${cluster}/PG_VERSION`, "9.6\n");
  await expect(startPostgres(cluster)).rejects.toThrow(/not compatible|version/i);
});
