import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import {
  makePrivateFolder,
  ownerPassword,
  refuseForeignFolder,
  refuseOpenSocket,
  requirePasswords,
  socketFolder,
} from "./postgres-access.ts";
import { delay, dropStaleLock, stopOrphanedServer, isAlive, isAnotherProgram, readLock } from "./postgres-lock.ts";
import { findBinaries, type Launch, unprivileged } from "./postgres-programs.ts";

/** A PostgreSQL server of our own. Only the user who started it can reach its Unix socket, and every login has a password. */
export interface PostgresServer {
  /** Connects as the owner of everything. */
  readonly url: string;
  /** True when it was already running: another process of ours started it, or a killed one left it. */
  readonly adopted: boolean;
  /** Stops the server, even one that another process started, and rolls running transactions back. */
  stop(): Promise<void>;
}

export interface PostgresServerOptions {
  /** Further settings, such as `["fsync=off"]` for tests. */
  readonly settings?: readonly string[];
}

/** Deletes the temporary folders of killed starters. */
function clearAbandoned(folder: string): void {
  const prefix = `${path.basename(folder)}.init-`;
  for (const name of fs.readdirSync(path.dirname(folder))) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number(name.slice(prefix.length));
    if (pid !== process.pid && isAlive(pid)) continue;
    try {
      fs.rmSync(path.join(path.dirname(folder), name), { recursive: true, force: true });
    } catch {
      // The killed starter's initdb still writes there; a later start deletes it.
    }
  }
}

/**
 * Creates the cluster in a temporary folder and renames it, so that a killed attempt leaves no partial cluster. The loser of a
 * race uses the winner's cluster.
 */
function initialize(folder: string, binaries: string, launch: Launch): void {
  if (fs.existsSync(`${folder}/PG_VERSION`)) return;
  const aside = `${folder}.init-${process.pid}`;
  fs.mkdirSync(aside, { mode: 0o700 });
  launch.own(aside);
  const [command, args] = launch.command(`${binaries}/initdb`, [
    "-D",
    aside,
    "-A",
    "reject",
    "-U",
    "postgres",
    "-E",
    "UTF8",
    "--locale=C.UTF-8",
    "--no-instructions",
  ]);
  const made = spawnSync(command, args, { ...launch.options, cwd: "/", encoding: "utf8" });
  const fault =
    made.status === 0
      ? requirePasswords(aside, binaries, launch)
      : made.stderr || made.error?.message || "unknown reason";
  if (fault !== null) {
    fs.rmSync(aside, { recursive: true, force: true });
    throw new Error(`The database could not be made in ${folder}: ${fault}`);
  }
  try {
    fs.renameSync(aside, folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    fs.rmSync(aside, { recursive: true, force: true });
    if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Stops the server that `postmaster.pid` names, and waits until that file is gone. */
async function stopServer(folder: string): Promise<void> {
  const lock = readLock(folder);
  if (!lock || isAnotherProgram(lock.pid)) return;
  try {
    process.kill(lock.pid, "SIGINT");
  } catch {
    return;
  }
  for (let waited = 0; waited < 10_000 && readLock(folder)?.pid === lock.pid && isAlive(lock.pid); waited += 20)
    await delay(20);
}

/**
 * The owner's URL of the server on that folder; null when none can be running. Its starter may have used another temporary
 * folder.
 */
function ownerUrl(folder: string): string | null {
  const lock = readLock(folder);
  if (!lock || !isAlive(lock.pid) || isAnotherProgram(lock.pid)) return null;
  refuseOpenSocket(lock.socketFolder, lock.pid, fs.statSync(folder).uid);
  const password = ownerPassword(folder);
  const login = password === null ? "postgres" : `postgres:${password}`;
  return `postgres://${login}@/postgres?host=${encodeURIComponent(lock.socketFolder)}`;
}

/** The owner's URL of a server running on `folder`, else null. Starts nothing. */
export async function findRunningPostgres(folder: string): Promise<string | null> {
  const absolute = path.resolve(folder);
  if (fs.existsSync(absolute)) refuseForeignFolder(path.dirname(absolute));
  const url = ownerUrl(absolute);
  return url && (await answers(url)) ? url : null;
}

const START_MS = 30_000;
const LOG_MAX = 1_000_000;
const IN_THE_WAY = /already exists|another server|shared memory block/;

/** True when startup failed because another server owns the folder; that server answers soon or exits. */
function isHeldByAnother(folder: string, said: string): boolean {
  const lock = readLock(folder);
  return IN_THE_WAY.test(said) && lock !== null && isAlive(lock.pid);
}

interface LaunchedServer {
  hasEnded(): boolean;
  /** The end of its output, after it has exited. */
  said(): string;
}

function launchServer(folder: string, binaries: string, launch: Launch, settings: readonly string[]): LaunchedServer {
  const all = [
    "listen_addresses=",
    "unix_socket_permissions=0700",
    "max_connections=100",
    "shared_buffers=64MB",
    ...settings,
  ];
  const [command, args] = launch.command(`${binaries}/postgres`, [
    "-D",
    folder,
    "-k",
    socketFolder(folder),
    ...all.flatMap((setting) => ["-c", setting]),
  ]);
  const log = `${folder}.log`;
  const before = fs.existsSync(log) ? fs.statSync(log).size : 0;
  // Appends, because an older server may still write there; truncates a large file.
  const output = fs.openSync(log, before > LOG_MAX ? "w" : "a", 0o600);
  const from = before > LOG_MAX ? 0 : before;
  const child = spawn(command, args, {
    ...launch.options,
    cwd: "/",
    stdio: ["ignore", output, output],
    detached: true,
  });
  fs.closeSync(output);
  let ended = false;
  child.on("exit", () => {
    ended = true;
  });
  child.unref();
  const said = (): string => (ended ? fs.readFileSync(log).subarray(from).toString().slice(-4_000) : `see ${log}`);
  return { hasEnded: () => ended, said };
}

/**
 * Starts PostgreSQL on `folder`, creating the cluster if there is none; joins a server that already runs on it.
 *
 * Works as root, inside private folders, after a `kill -9` of the starter, and with two concurrent starters.
 */
export async function startPostgres(folder: string, options: PostgresServerOptions = {}): Promise<PostgresServer> {
  const absolute = path.resolve(folder);
  const stop = (): Promise<void> => stopServer(absolute);
  const running = await findRunningPostgres(absolute);
  if (running) return { url: running, adopted: true, stop };
  const binaries = findBinaries();
  const launch = unprivileged();
  fs.mkdirSync(path.dirname(absolute), { recursive: true, mode: 0o700 });
  refuseForeignFolder(path.dirname(absolute));
  makePrivateFolder(socketFolder(absolute), launch.options);
  clearAbandoned(absolute);
  dropStaleLock(absolute);
  await stopOrphanedServer(absolute);
  initialize(absolute, binaries, launch);
  const until = performance.now() + START_MS;
  for (;;) {
    const fault = requirePasswords(absolute, binaries, launch);
    if (fault !== null) {
      if (!IN_THE_WAY.test(fault) || performance.now() > until)
        throw new Error(`PostgreSQL did not start on ${absolute}: ${fault}`);
      await delay(50);
      continue;
    }
    const server = launchServer(absolute, binaries, launch, options.settings ?? []);
    while (!server.hasEnded() || isHeldByAnother(absolute, server.said())) {
      const url = await findRunningPostgres(absolute);
      if (url) return { url, adopted: server.hasEnded(), stop };
      if (performance.now() > until)
        throw new Error(`PostgreSQL did not answer within ${START_MS / 1000} s on ${absolute}: ${server.said()}`);
      await delay(20);
    }
    // A previous server or its last processes were still ending, so retry until they are gone.
    if (!IN_THE_WAY.test(server.said()) || performance.now() > until)
      throw new Error(`PostgreSQL did not start on ${absolute}: ${server.said()}`);
    await delay(50);
  }
}
