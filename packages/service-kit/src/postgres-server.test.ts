import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { findRunningPostgres, startPostgres } from "./postgres-server.ts";

let folder: string;
let cluster: string;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "foyer-pgtest-"));
  cluster = path.join(folder, "postgres");
});

afterEach(async () => {
  const pid = postmaster();
  if (pid !== null) await killed(pid);
  fs.rmSync(folder, { recursive: true, force: true });
});

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

async function ask(url: string, question: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ answer: unknown }>(question);
    return rows[0]?.answer;
  } finally {
    await client.end();
  }
}

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

test("an empty folder becomes a server with fsync on, reachable only by its owner's socket", async () => {
  const server = await startPostgres(cluster);
  expect(server.adopted).toBe(false);
  expect(await ask(server.url, "select current_setting('fsync') as answer")).toBe("on");
  expect(await ask(server.url, "select current_setting('listen_addresses') as answer")).toBe("");
  const sockets = new URL(server.url.replace("@/", "@host/")).searchParams.get("host") ?? "";
  expect(fs.statSync(sockets).mode & 0o777).toBe(0o700);
  expect(fs.statSync(cluster).mode & 0o777).toBe(0o700);
  await server.stop();
  expect(fs.existsSync(`${cluster}/postmaster.pid`)).toBe(false);
  expect(await findRunningPostgres(cluster)).toBeNull();
});

test("written data is there after a stop and a start", async () => {
  const first = await startPostgres(cluster);
  await ask(first.url, "create table kept as select 7 as answer");
  await first.stop();
  const second = await startPostgres(cluster);
  expect(second.adopted).toBe(false);
  expect(await ask(second.url, "select answer from kept")).toBe(7);
  await second.stop();
});

test("a folder inside a private folder works", async () => {
  fs.mkdirSync(path.join(folder, "private"), { mode: 0o700 });
  cluster = path.join(folder, "private", "deep", "postgres");
  const server = await startPostgres(cluster);
  expect(await ask(server.url, "select 1 as answer")).toBe(1);
  await server.stop();
});

test.runIf(process.getuid?.() === 0)("root can start it, although PostgreSQL itself refuses root", async () => {
  const server = await startPostgres(cluster);
  expect(await ask(server.url, "select 1 as answer")).toBe(1);
  expect(fs.statSync(`${cluster}/PG_VERSION`).uid).toBe(0);
  await server.stop();
});

test("R-73 the server of a killed starter keeps running, and the next start joins it", async () => {
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
  const first = await startPostgres(cluster);
  await ask(first.url, "create table kept as select 7 as answer");
  const pid = postmaster();
  if (pid === null) throw new Error("no postmaster.pid");
  await killed(pid);
  const second = await startPostgres(cluster);
  expect(await ask(second.url, "select answer from kept")).toBe(7);
  await second.stop();
});

test("R-73 a lock with the process id of another program does not prevent starting", async () => {
  const first = await startPostgres(cluster);
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
  const original = await startPostgres(cluster);
  const copy = path.join(folder, "copy");
  fs.mkdirSync(copy);
  fs.copyFileSync(`${cluster}/postmaster.pid`, `${copy}/postmaster.pid`);
  expect(await findRunningPostgres(copy)).toBeNull();
  await original.stop();
});

test.each([1, 2, 3])("two concurrent starters on an empty folder share one server (race %i)", async () => {
  const children = [starter(), starter()];
  const servers = await Promise.all(children.map(startedBy));
  const started = await Promise.all(
    servers.map((server) => ask(server.url, "select pg_postmaster_start_time()::text as answer")),
  );
  expect(started[0]).toBe(started[1]);
  expect(fs.readdirSync(folder).toSorted()).toEqual(["postgres", "postgres.log"]);
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
  expect(fs.readdirSync(folder).toSorted()).toEqual(["postgres", "postgres.log"]);
  await server.stop();
});

test("a server with a removed folder is not joined: the next start creates a new cluster", async () => {
  const first = await startPostgres(cluster);
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
  const first = await startPostgres(cluster);
  await first.stop();
  fs.writeFileSync(`${cluster}/PG_VERSION`, "9.6\n");
  await expect(startPostgres(cluster)).rejects.toThrow(/not compatible|version/i);
});
