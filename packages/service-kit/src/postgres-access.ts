import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Launch } from "./postgres-programs.ts";

/** Maximum length of a socket's path: 107 bytes on Linux, 103 on macOS. */
const SOCKET_PATH_MAX = 103;
const SOCKET = ".s.PGSQL.5432";
const GROUP_AND_OTHERS = 0o077;
const OTHERS_WRITE = 0o002;

const me = (): number => process.geteuid?.() ?? 0;

/**
 * Folder of the server's socket: next to the cluster. If that path is too long for a socket, a folder of this user among the
 * system's temporary files.
 */
export function socketFolder(folder: string): string {
  const beside = `${folder}.socket`;
  if (Buffer.byteLength(path.join(beside, SOCKET)) <= SOCKET_PATH_MAX) return beside;
  const name = createHash("sha256").update(folder).digest("hex").slice(0, 16);
  return path.join(os.tmpdir(), `foyer-pg-${me()}-${name}`);
}

/** Returns why another user could reach that folder, or null. Follows no link, because its owner could change the target. */
function openness(folder: string, owner: number): string | null {
  const stat = fs.lstatSync(folder);
  if (!stat.isDirectory()) return "is not a folder";
  // Windows has neither owners nor modes.
  if (process.platform === "win32") return null;
  if (stat.uid !== owner) return `belongs to another user (uid ${stat.uid}, this service has ${owner})`;
  return (stat.mode & GROUP_AND_OTHERS) === 0 ? null : "is open to other users";
}

/**
 * Creates a folder that only its owner can enter, or checks an existing one.
 *
 * @throws Error with advice if another user made the folder or can enter it.
 */
export function makePrivateFolder(folder: string, { uid = me() }: Launch["options"]): void {
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
    if (uid !== me()) fs.chownSync(folder, uid, uid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const fault = openness(folder, uid);
  if (fault !== null)
    throw new Error(
      `The folder ${folder} ${fault}, so it cannot hold the socket of the database. Remove it, and start again.`,
    );
}

/**
 * Refuses a data folder in which another user could replace the database or its secrets.
 *
 * @throws Error with advice.
 */
export function refuseForeignFolder(folder: string): void {
  if (process.platform === "win32") return;
  const { uid, mode } = fs.statSync(folder);
  const own = path.join(folder, "foyer");
  if (uid !== me() && uid !== 0)
    throw new Error(
      `The data folder ${folder} belongs to another user (uid ${uid}, this service has ${me()}), who could replace what is in it. ` +
        `Change its owner (chown), or set DATA_DIR to another folder, such as ${own}.`,
    );
  if ((mode & OTHERS_WRITE) !== 0)
    throw new Error(
      `Every user can write into the data folder ${folder}. Close it (chmod o-w ${folder}), or set DATA_DIR to another folder, such as ${own}.`,
    );
}

/**
 * Refuses a running server whose socket other users can replace.
 *
 * @throws Error with advice.
 */
export function refuseOpenSocket(sockets: string, pid: number, owner: number): void {
  const fault = fs.existsSync(sockets) ? openness(sockets, owner) : null;
  if (fault !== null)
    throw new Error(
      `The database (process ${pid}) has its socket in ${sockets}, which ${fault}. Stop it (kill -INT ${pid}), remove that folder, and start again.`,
    );
}

const HBA = `# Foyer writes this file. Every login needs its password, a local one too.
local all all scram-sha-256
local replication all scram-sha-256
`;

const passwordFile = (folder: string): string => path.join(folder, "foyer.password");

/** The superuser's password, or null for a cluster of an earlier version. */
export function ownerPassword(folder: string): string | null {
  try {
    return fs.readFileSync(passwordFile(folder), "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return null;
  }
}

/** Creates the file at once with its content, because a killed process must not leave an empty one. */
function makePassword(folder: string): string {
  const file = passwordFile(folder);
  const aside = `${file}.${process.pid}`;
  fs.writeFileSync(aside, randomBytes(32).toString("base64url"), { mode: 0o600 });
  try {
    fs.linkSync(aside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    fs.rmSync(aside, { force: true });
  }
  return fs.readFileSync(file, "utf8").trim();
}

/**
 * Gives the superuser of a stopped cluster a password, and lets nobody connect without one. A new cluster refuses every
 * login until then; a cluster of an earlier version accepts every local login.
 *
 * @returns the output of PostgreSQL if it refused, as when another process uses the cluster; else null.
 */
export function requirePasswords(folder: string, binaries: string, launch: Launch): string | null {
  const hba = path.join(folder, "pg_hba.conf");
  if (ownerPassword(folder) !== null && fs.readFileSync(hba, "utf8") === HBA) return null;
  const password = makePassword(folder);
  const [command, args] = launch.command(`${binaries}/postgres`, [
    "--single",
    "-D",
    folder,
    "-c",
    "log_statement=none",
    "postgres",
  ]);
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    ...launch.options,
    cwd: "/",
    encoding: "utf8",
    input: `alter role postgres password '${password}';\n`,
  });
  const said = `${stdout}${stderr}`;
  // Single-user mode ends with 0 also after a refused statement.
  if (status !== 0 || /\b(ERROR|FATAL):/.test(said)) return said || error?.message || "unknown reason";
  fs.writeFileSync(`${hba}.${process.pid}`, HBA, { mode: 0o600 });
  launch.own(`${hba}.${process.pid}`);
  fs.renameSync(`${hba}.${process.pid}`, hba);
  return null;
}
