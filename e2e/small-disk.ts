import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const home = fileURLToPath(new URL("..", import.meta.url));
const MEGABYTE = Buffer.alloc(1_048_576);

/** Whether this machine can mount a file system that only our own processes see. */
export const canMount = spawnSync("unshare", ["-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0;

/** Starts the server, restarts it at each input line, and stops it at the end of its input. */
const starter = `
  import { startPostgres } from "@foyer/service-kit/postgres-server";
  import { createInterface } from "node:readline";
  const begin = () => startPostgres(process.argv[1], { settings: ["max_wal_size=32MB", "min_wal_size=32MB"] });
  const tell = (server) => console.log(server.url);
  tell(await begin());
  for await (const _ of createInterface({ input: process.stdin })) tell(await begin());
  await (await begin()).stop();`;

/** A PostgreSQL server with its data and its log on its own small file system. */
export interface SmallDisk {
  readonly url: string;
  /** Fills the file system to the last byte. */
  fill(): void;
  free(): void;
  /** Restarts a server that has stopped, like a supervisor. */
  startAgain(): Promise<void>;
  close(): Promise<void>;
}

export async function smallDisk(): Promise<SmallDisk> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "foyer-disk-"));
  const mounted = 'mount -t tmpfs -o size=160m tmpfs "$1" && exec "$2" --input-type=module -e "$3" "$1/postgres"';
  const node = path.join(home, "node_modules/.bin/node");
  const child = spawn("unshare", ["-m", "sh", "-c", mounted, "sh", folder, node, starter], {
    cwd: path.join(home, "e2e"),
    stdio: ["pipe", "pipe", "inherit"],
  });
  const said = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async (): Promise<string> => {
    const { value } = await said.next();
    if (typeof value !== "string") throw new Error("the server on the small disk did not start");
    return value;
  };
  const url = await answer();
  // The mount is visible through a process inside its namespace.
  const filler = `/proc/${child.pid}/root${folder}/filler`;
  return {
    url,
    fill: () => {
      const file = fs.openSync(filler, "w");
      try {
        for (let size = MEGABYTE.length; size >= 1; size = Math.floor(size / 2)) writeAll(file, size);
      } finally {
        fs.closeSync(file);
      }
    },
    free: () => fs.rmSync(filler),
    startAgain: async () => {
      child.stdin.write("again\n");
      await answer();
    },
    close: async () => {
      const ended = once(child, "exit");
      child.stdin.end();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Writes pieces of that size until one does not fit. */
function writeAll(file: number, size: number): void {
  for (;;) {
    try {
      fs.writeSync(file, MEGABYTE, 0, size);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOSPC") return;
      throw error;
    }
  }
}
