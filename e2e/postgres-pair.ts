import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type PostgresServer, startPostgres } from "@foyer/service-kit/postgres-server";
import { eventually } from "@foyer/testing/running-system";
import { rowsOf } from "./instance.ts";

/** A primary and its synchronous standby: what the primary acknowledged, the standby has. */
export interface PostgresPair {
  /** Names both, the first primary first. */
  readonly url: string;
  readonly primaryUrl: string;
  readonly standbyUrl: string;
  /** Ends the primary as a power cut would. */
  killPrimary(): void;
  /** Makes the standby the primary. */
  promote(): Promise<void>;
  close(): Promise<void>;
}

const FAST = ["wal_level=replica", "max_wal_senders=4", "wal_keep_size=256MB", "hot_standby=on"];
// The standby asks for the log more often than every five seconds, so that a pair is up soon.
const STANDBY = [...FAST, "wal_retrieve_retry_interval=200ms"];

/** Ends every process of the server. Its children would otherwise outlive it for a moment. */
export function killServer(folder: string): void {
  const pid = Number(fs.readFileSync(path.join(folder, "postmaster.pid"), "utf8").split("\n")[0]);
  const children = spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
  process.kill(pid, "SIGKILL");
  for (const child of children.stdout.split("\n").map(Number).filter(Boolean)) {
    try {
      process.kill(child, "SIGKILL");
    } catch {
      // It went with its parent.
    }
  }
}

const partsOf = (url: string): URL => new URL(url.replace("@/", "@localhost/"));
const folderOf = (url: string): string => partsOf(url).searchParams.get("host") ?? "";
const passwordOf = (url: string): string => partsOf(url).password;

/** Two servers of PostgreSQL; the second one is made from a copy of the first, stopped, which needs no further program. */
export async function postgresPair(): Promise<PostgresPair> {
  const home = await mkdtemp(path.join(os.tmpdir(), "foyer-pair-"));
  const [first, second] = [path.join(home, "first"), path.join(home, "second")];
  await (await startPostgres(first, { settings: FAST })).stop();
  const copied = spawnSync("cp", ["-a", first, second], { encoding: "utf8" });
  if (copied.status !== 0) throw new Error(`the server's folder could not be copied: ${copied.stderr}`);
  const primary: PostgresServer = await startPostgres(first, {
    settings: [...FAST, "synchronous_standby_names=*", "synchronous_commit=on"],
  });
  fs.writeFileSync(path.join(second, "standby.signal"), "");
  const standby = await startPostgres(second, {
    settings: [
      ...STANDBY,
      `primary_conninfo=host=${folderOf(primary.url)} user=postgres password=${passwordOf(primary.url)} application_name=second`,
    ],
  });
  await eventually(
    async () =>
      (await rowsOf<{ sync_state: string }>(primary.url, "select sync_state from pg_stat_replication"))[0]
        ?.sync_state === "sync",
    "a synchronous standby",
  );
  return {
    url: primary.url.replace(
      /host=[^&]*/,
      `host=${encodeURIComponent(`${folderOf(primary.url)},${folderOf(standby.url)}`)}`,
    ),
    primaryUrl: primary.url,
    standbyUrl: standby.url,
    killPrimary: () => killServer(first),
    promote: async () => void (await rowsOf(standby.url, "select pg_promote(true, 30)")),
    close: async () => {
      await primary.stop();
      await standby.stop();
      await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
