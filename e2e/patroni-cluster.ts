import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { eventually, freePort } from "@foyer/testing/running-system";
import pg from "pg";
import { debianProgram } from "@foyer/testing/debian-program";
import { backupFile, dataOf, type Member, patroniFile, postgresBin, writeSettings } from "./patroni-settings.ts";
import { killServer } from "./postgres-pair.ts";

/** Three servers under Patroni, as the shipped files set them up, with haproxy before them and backups by pgBackRest. */
export interface PatroniCluster {
  readonly home: string;
  readonly members: readonly Member[];
  /** All three, with commas between. */
  readonly hosts: string;
  /** Where haproxy leads to the leader. */
  readonly proxy: string;
  leader(): Promise<Member>;
  /** Resolves when another one than that member takes writes, with the moment of `performance.now()`. */
  promoted(former: Member): Promise<number>;
  /** Until all members run and one of them is known as the synchronous standby. */
  whole(): Promise<void>;
  start(member: Member): void;
  /** Ends Patroni and its server as a power cut would. */
  kill(member: Member): Promise<void>;
  /** Ends Patroni, which stops its server. */
  stop(member: Member): Promise<void>;
  patronictl(...args: readonly string[]): Promise<string>;
  /** Removes what etcd knows of the cluster. */
  forget(): Promise<void>;
  /** Runs a program as the user of PostgreSQL, with the member's settings of pgBackRest; its own by name. */
  run(member: Member, program: string, args: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

const execute = promisify(execFile);

/** PostgreSQL does not run as root. A test that runs as root starts it as the user `postgres`, any other as itself. */
function postgresUser(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string): number => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

/** Whether the member's server is there and in no recovery. */
export async function takesWrites({ port }: Member): Promise<boolean> {
  const client = new pg.Client(`postgres://postgres:change-me-3@127.0.0.1:${port}/postgres`);
  client.on("error", () => undefined);
  try {
    await client.connect();
    return !(await client.query<{ is: boolean }>("select pg_is_in_recovery() as is")).rows[0]?.is;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

interface Listed {
  readonly Member: string;
  readonly Role: string;
  readonly State: string;
}

/** Processes of their own groups, each with a log in the folder. */
function processes(home: string, user: { readonly uid?: number; readonly gid?: number }) {
  const running = new Map<string, ChildProcess>();
  const end = async (name: string, signal: NodeJS.Signals): Promise<void> => {
    const child = running.get(name);
    running.delete(name);
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    // A power cut ends the complete process group. A process that gets another signal stops its children itself.
    process.kill(signal === "SIGKILL" ? -child.pid : child.pid, signal);
    await ended;
  };
  const begin = (name: string, program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): void => {
    const log = fs.openSync(path.join(home, `${name}.log`), "a");
    const options = { cwd: home, env: { ...process.env, HOME: home, ...env }, ...user, detached: true };
    running.set(name, spawn(program, args, { ...options, stdio: ["ignore", log, log] }));
    fs.closeSync(log);
  };
  return { begin, end, names: () => [...running.keys()] };
}

/** The README of deploy/ha, step by step: etcd, then the first machine, then the others; haproxy; the first backup. */
export async function patroniCluster(): Promise<PatroniCluster> {
  const home = await mkdtemp(path.join(os.tmpdir(), "foyer-patroni-"));
  const user = postgresUser();
  const [etcd, peers, proxy] = [await freePort(), await freePort(), await freePort()];
  const members: Member[] = [];
  for (const name of ["db1", "db2", "db3"]) members.push({ name, port: await freePort(), api: await freePort() });
  writeSettings({ home, etcd, proxy, members });
  if (user.uid !== undefined) execFileSync("chown", ["-R", "postgres:", home]);
  const { begin, end, names } = processes(home, user);

  const run = async (member: Member, program: string, args: readonly string[]): Promise<string> => {
    const env = { ...process.env, HOME: home, PGBACKREST_CONFIG: backupFile(member, home) };
    return (await execute(program, args, { cwd: home, env, ...user })).stdout;
  };
  const patronictl = (...args: readonly string[]): Promise<string> =>
    run(members[0] as Member, "patronictl", ["-c", patroniFile(members[0] as Member, home), ...args]);
  const listed = async (): Promise<Listed[]> => JSON.parse((await patronictl("list", "-f", "json")) || "[]");
  const start = (member: Member): void =>
    begin(member.name, debianProgram("patroni") ?? "", [patroniFile(member, home)], {
      PGBACKREST_CONFIG: backupFile(member, home),
    });
  const leader = async (): Promise<Member> => {
    const { Member: name } = (await listed()).find(({ Role }) => Role === "Leader") ?? {};
    const found = members.find((member) => member.name === name);
    if (!found) throw new Error("there is no leader");
    return found;
  };
  const kill = async (member: Member): Promise<void> => {
    await end(member.name, "SIGKILL");
    try {
      killServer(dataOf(member, home));
    } catch {
      // It has none, or one that has gone already.
    }
  };
  const whole = async (): Promise<void> => {
    const isWhole = async (): Promise<boolean> => {
      const all = await listed();
      const running = all.filter(({ State }) => /^(running|streaming)$/.test(State));
      return running.length === members.length && all.some(({ Role }) => Role === "Sync Standby");
    };
    await eventually(isWhole, "a synchronous standby", 120_000);
  };

  const [own, others] = [`http://127.0.0.1:${etcd}`, `http://127.0.0.1:${peers}`];
  const clients = ["--listen-client-urls", own, "--advertise-client-urls", own];
  begin("etcd", debianProgram("etcd") ?? "", ["--data-dir", `${home}/etcd`, ...clients, "--listen-peer-urls", others]);
  const [first, ...rest] = members as [Member, ...Member[]];
  start(first);
  await eventually(() => takesWrites(first), "a leader", 60_000);
  rest.forEach(start);
  begin("haproxy", debianProgram("haproxy") ?? "", ["-db", "-f", `${home}/haproxy.cfg`]);
  await whole();

  return {
    home,
    members,
    hosts: members.map(({ port }) => `127.0.0.1:${port}`).join(","),
    proxy: `127.0.0.1:${proxy}`,
    leader,
    promoted: async (former) => {
      const candidates = members.filter((member) => member !== former);
      const isThere = async (): Promise<boolean> => (await Promise.all(candidates.map(takesWrites))).includes(true);
      await eventually(isThere, "another leader", 90_000);
      return performance.now();
    },
    whole,
    start,
    kill,
    stop: (member) => end(member.name, "SIGTERM"),
    patronictl,
    forget: async () => {
      const asked = "printf 'foyer\\nYes I am aware\\n' | patronictl -c \"$0\" remove foyer";
      await run(first, "sh", ["-c", asked, patroniFile(first, home)]);
    },
    run: (member, program, args) =>
      run(member, program.startsWith("pg_") ? `${postgresBin}/${program}` : program, args),
    close: async () => {
      for (const member of members) await kill(member);
      for (const name of names()) await end(name, "SIGKILL");
      await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
