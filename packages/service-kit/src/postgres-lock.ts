import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** Where the socket lies: a socket's path has at most 107 bytes, so it is not in the data folder. */
export function socketFolder(folder: string): string {
  return path.join(os.tmpdir(), `foyer-pg-${createHash("sha256").update(folder).digest("hex").slice(0, 16)}`);
}

/** Whether a process of that id lives. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Whether that id belongs to something else than PostgreSQL by now; only Linux can tell. */
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

/** What `postmaster.pid` says, when it speaks of this folder: a copied folder may hold another one's. */
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
 * Removes a lock whose process id belongs to something else by now, as after a crash in a container, where the same ids come again:
 * PostgreSQL itself sees only that such a process lives, and would refuse to start for ever.
 */
export function dropStaleLock(folder: string): void {
  const lock = readLock(folder);
  if (!lock) return;
  if (isAnotherProgram(lock.pid)) fs.rmSync(`${folder}/postmaster.pid`, { force: true });
}

/** Done after that time. */
export const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Ends a server whose folder was removed under it: it would hold the socket, and what it serves is lost. */
export async function endForsaken(folder: string): Promise<void> {
  if (readLock(folder)) return;
  const lock = `${socketFolder(folder)}/.s.PGSQL.5432.lock`;
  try {
    const pid = Number(fs.readFileSync(lock, "utf8").split("\n")[0]);
    if (!fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(`-D\0${folder}\0`)) return;
    process.kill(pid, "SIGQUIT");
    for (let waited = 0; waited < 5_000 && isAlive(pid) && fs.existsSync(lock); waited += 20) await delay(20);
  } catch {
    // No lock, or nobody behind it.
  }
}
