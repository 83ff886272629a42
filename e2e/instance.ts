import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { eventually, freePort, trustTests } from "@foyer/testing/running-system";
import pg from "pg";

const home = fileURLToPath(new URL("..", import.meta.url));

/**
 * Converts the owner's address of a test database into the form of `DATABASE_URL`: with a host before the socket's
 * folder.
 */
export const databaseUrlOf = (ownerUrl: string): string => ownerUrl.replace("@/", "@localhost/");

/** Runs one statement as the owner of the database at that address. */
export async function rowsOf<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrlOf(url), application_name: "test" });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** One of several processes on an operator's own database, as a supervisor runs it. */
export interface Instance {
  readonly url: string;
  start(): Promise<void>;
  /** Sends the signal and waits for the end. Returns the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  isReady(): Promise<boolean>;
  output(): string;
}

/** Starts an instance with its own data folder, which is removed after the last stop. */
export async function instanceOn(
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Instance & { close(): Promise<void> }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const dataDir = mkdtempSync(path.join(tmpdir(), "foyer-instance-"));
  let child: ChildProcess | null = null;
  let said = "";
  const isReady = (): Promise<boolean> =>
    fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  const settings = {
    DATABASE_URL: databaseUrlOf(databaseUrl),
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_ORIGIN: "http://127.0.0.1:4400",
    SERVICE_CREDENTIAL: "the-credential-of-all-instances-in-tests",
    DEMO: "0",
    ...trustTests,
  };
  const start = async (): Promise<void> => {
    const started = spawn(path.join(home, "node_modules/.bin/node"), ["apps/foyer/src/main.ts", "serve"], {
      cwd: home,
      env: { ...process.env, ...settings, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child = started;
    const note = (chunk: Buffer): void => void (said += chunk.toString());
    started.stdout.on("data", note);
    started.stderr.on("data", note);
    const ready = async (): Promise<boolean> => {
      if (started.exitCode !== null) throw new Error(`the instance ended: ${said}`);
      return isReady();
    };
    try {
      await eventually(ready, "an instance's readiness", 60_000);
    } catch (fault) {
      started.kill("SIGKILL");
      throw fault;
    }
  };
  const stop = async (signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> => {
    const running = child;
    child = null;
    if (!running || running.exitCode !== null || running.signalCode !== null) return running?.exitCode ?? null;
    const ended = once(running, "exit");
    running.kill(signal);
    const [code] = (await ended) as [number | null];
    return code;
  };
  const close = async (): Promise<void> => {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url, start, stop, isReady, output: () => said, close };
}
