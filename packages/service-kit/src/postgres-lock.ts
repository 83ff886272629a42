import fs from "node:fs";
import { socketFolder } from "./postgres-access.ts";

/** True when a process with that id exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** True when the process with that id is not PostgreSQL; only Linux can tell. */
export function isAnotherProgram(pid: number): boolean {
  try {
    return !fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("postgres");
  } catch {
    return false;
  }
}

export interface ServerLock {
  readonly pid: number;
  readonly socketFolder: string;
}

/** The content of `postmaster.pid` if it belongs to this folder; a copied folder may contain the file of another one. */
export function readLock(folder: string): ServerLock | null {
  try {
    const [pid, dataFolder, , , sockets] = fs.readFileSync(`${folder}/postmaster.pid`, "utf8").split("\n");
    if (!pid || !dataFolder || fs.realpathSync(dataFolder) !== fs.realpathSync(folder)) return null;
    return { pid: Number(pid), socketFolder: sockets || socketFolder(folder) };
  } catch {
    return null;
  }
}

/**
 * Removes a lock with the process id of another program, as after a crash in a container, where ids repeat. PostgreSQL only
 * checks that the process exists, and would never start.
 */
export function dropStaleLock(folder: string): void {
  const lock = readLock(folder);
  if (!lock) return;
  if (isAnotherProgram(lock.pid)) fs.rmSync(`${folder}/postmaster.pid`, { force: true });
}

/** Resolves after that time. */
export const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Stops a server with a removed data folder: it would keep the socket, and its data is lost. */
export async function stopOrphanedServer(folder: string): Promise<void> {
  if (readLock(folder)) return;
  const lock = `${socketFolder(folder)}/.s.PGSQL.5432.lock`;
  try {
    const pid = Number(fs.readFileSync(lock, "utf8").split("\n")[0]);
    if (!fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(`-D\0${folder}\0`)) return;
    process.kill(pid, "SIGQUIT");
    for (let waited = 0; waited < 5_000 && isAlive(pid) && fs.existsSync(lock); waited += 20) await delay(20);
  } catch {
    // There is no lock, or no process with its id.
  }
}
