import { randomUUID } from "node:crypto";
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { callerAddress } from "./caller-address.ts";
import { fillDataFolder } from "./fresh-data.ts";
import { loader } from "./loader.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const node = path.join(root, "node_modules/.bin/node");
const cli = path.join(root, "apps/foyer/src/main.ts");
const { config } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
  config: { serverNodeOptions: string };
};

/** Lets a server have the memory that it has in production. */
export const serverMemory = { NODE_OPTIONS: config.serverNodeOptions } as const;

/** A mail in the sandbox. */
export interface SandboxMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly created: string;
}

/** An answer of the product. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // Answers have any shape. Each test checks the parts that it needs.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

export interface CallOptions {
  readonly token?: string;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The product as operators run it: the real command line, with its own data folder and port. */
export interface RunningSystem {
  readonly url: string;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  call(method: string, address: string, options?: CallOptions): Promise<Answer>;
  /** Signs in and returns the access token. */
  signIn(username: string, password: string): Promise<string>;
  /** Loads lines with the import command, next to the running system. */
  import(lines: readonly object[]): Promise<CommandOutcome>;
  /** Loads lines through the running system, which is faster. Throws if they have faults. */
  load(lines: readonly object[]): Promise<void>;
  /** Runs a command with the same settings plus `more`. */
  command(args: readonly string[], more?: Readonly<Record<string, string>>): Promise<CommandOutcome>;
  /** Moves the sandbox's clock. */
  advance(seconds: number): Promise<void>;
  /** Returns the product's time, which earlier tests may have moved. */
  now(): Promise<Date>;
  /** Waits for at least `count` mails to that address and returns them, newest first. */
  mails(to: string, count?: number): Promise<readonly SandboxMail[]>;
  /** Returns the server's output so far. */
  output(): string;
  /** Stops it with a signal, and waits for its end. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again on the same folder and port, with the settings `more`. */
  restart(more?: Readonly<Record<string, string>>): Promise<void>;
  /** Stops it and removes its folder. */
  close(): Promise<void>;
}

export interface CommandOutcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningSystemOptions {
  /** Lines to load before the first start. */
  readonly lines?: readonly object[];
  readonly env?: Readonly<Record<string, string>>;
  /** Makes its data folder by a first start of its own; other systems are copies of one, with the same keys. */
  readonly hasOwnKeys?: boolean;
  /** Why the test cannot bear limits, which are on without it. */
  readonly limitsOff?: string;
  /** Writes the server's output to this file, so that a measuring process does not have to read it. `output()` is then empty. */
  readonly outputFile?: string;
}

/** Settings with which production starts on the payment sandbox. */
export const production = {
  NODE_ENV: "production",
  PUBLIC_ORIGIN: "https://account.example.com",
  PAYMENT_SANDBOX: "on",
  SMTP_URL: "smtp://127.0.0.1:9",
  MAIL_FROM: "account@example.com",
  DRAIN_SECONDS: "0",
} as const;

/** Lets the process trust the tests' header with the caller's address. */
export const trustTests = { TRUSTED_PROXIES: "127.0.0.1" } as const;

/**
 * Returns a free port below the range that the system uses for outgoing connections. A port in that range
 * could be taken by a connection before the server listens on it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

/** Calls `probe` every 50 ms until it returns a value. */
export async function eventually<T>(
  probe: () => Promise<T | null | undefined | false>,
  what: string,
  forMs = 20_000,
): Promise<T> {
  const until = Date.now() + forMs;
  for (;;) {
    const found = await probe();
    if (found) return found;
    if (Date.now() > until) throw new Error(`${what} did not happen within ${forMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Runs a command until it exits. */
export function runCommand(args: readonly string[], env: Readonly<Record<string, string>>): Promise<CommandOutcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(node, [cli, ...args], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? 1, stdout, stderr }));
  });
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = (response.headers.get("content-type") ?? "").includes("json");
  return { status: response.status, headers: response.headers, body: isJson && text !== "" ? JSON.parse(text) : text };
}

function requestOf(method: string, path: string, { token, json, form, headers }: CallOptions): RequestInit {
  const body = form ? new URLSearchParams(form).toString() : json === undefined ? undefined : JSON.stringify(json);
  const type = form ? "application/x-www-form-urlencoded" : "application/json";
  return {
    method,
    redirect: "manual",
    headers: {
      ...(body === undefined ? {} : { "content-type": type }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      "x-forwarded-for": callerAddress({ path, token, fields: form ?? json }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  };
}

/** A server process that can be stopped and started on the same folder. */
export function serverProcess(env: Readonly<Record<string, string>>, url: string, outputFile?: string) {
  let child: ChildProcess | null = null;
  let said = "";
  const start = async (more: Readonly<Record<string, string>> = {}): Promise<ChildProcess> => {
    const file = outputFile === undefined ? null : openSync(outputFile, "a");
    const started = spawn(node, [cli, "serve"], {
      cwd: root,
      env: { ...process.env, ...serverMemory, ...env, ...more },
      stdio: ["ignore", file ?? "pipe", file ?? "pipe"],
    });
    if (file !== null) closeSync(file);
    child = started;
    const note = (chunk: Buffer) => void (said += chunk.toString());
    started.stdout?.on("data", note);
    started.stderr?.on("data", note);
    await eventually(
      async () => {
        if (started.exitCode !== null) throw new Error(`the server ended: ${said}`);
        return fetch(`${url}/readyz`).then(
          (answer) => answer.ok,
          () => false,
        );
      },
      "readiness",
      60_000,
    ).catch((error: unknown) => {
      // A server that stays behind would slow every later start.
      started.kill("SIGKILL");
      throw error;
    });
    return started;
  };
  const stop = (signal: NodeJS.Signals): Promise<void> =>
    new Promise((resolve) => {
      const running = child;
      child = null;
      if (!running || running.exitCode !== null || running.signalCode !== null) return resolve();
      running.once("exit", () => resolve());
      running.kill(signal);
    });
  return { start, stop, output: () => said };
}

function environmentOf(
  dataDir: string,
  port: number,
  { env, limitsOff }: RunningSystemOptions,
): Record<string, string> {
  const limits = limitsOff === undefined ? {} : { RATE_LIMITS: "off" };
  return { DATA_DIR: dataDir, PORT: String(port), DEMO: "0", NODE_ENV: "test", ...trustTests, ...limits, ...env };
}

/** The parts of a system that ask its sandboxes. */
function sandboxOf(call: RunningSystem["call"]): Pick<RunningSystem, "advance" | "now" | "mails"> {
  return {
    advance: async (seconds) => {
      const answer = await call("POST", "/sandbox/clock", { json: { advance_seconds: seconds } });
      if (answer.status !== 200) throw new Error(`the clock did not move: ${JSON.stringify(answer.body)}`);
    },
    now: async () => new Date((await call("GET", "/sandbox/clock")).body.now),
    mails: (to, count = 1) =>
      eventually(async () => {
        const { body } = await call("GET", `/sandbox/mail?to=${encodeURIComponent(to)}`);
        const messages = body.messages as SandboxMail[];
        return messages.length >= count ? messages : null;
      }, `a mail to ${to}`),
  };
}

/** Settings with which a first start makes another data folder than without them. */
const SHAPES_THE_FOLDER = ["DATABASE_URL", "DATABASE_SETUP_URL", "DEMO", "NODE_ENV", "PG_BIN", "SECRETS_KEY"];

async function startOnce(dataDir: string): Promise<void> {
  const port = await freePort();
  const server = serverProcess(environmentOf(dataDir, port, {}), `http://127.0.0.1:${port}`);
  await server.start();
  await server.stop("SIGTERM");
}

/** Starts the product with an empty database, loads `lines`, and waits until it is ready. */
export async function startFoyer(options: RunningSystemOptions = {}): Promise<RunningSystem> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "foyer-run-"));
  const isCopy = !options.hasOwnKeys && !SHAPES_THE_FOLDER.some((name) => options.env?.[name] !== undefined);
  if (isCopy) await fillDataFolder(dataDir, startOnce);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = environmentOf(dataDir, port, options);
  const server = serverProcess(env, url, options.outputFile);
  const call: RunningSystem["call"] = async (method, address, options = {}) =>
    readAnswer(await fetch(`${url}${address}`, requestOf(method, address, options)));
  const importLines: RunningSystem["import"] = async (given) => {
    const file = path.join(dataDir, `import-${randomUUID()}.jsonl`);
    await writeFile(file, given.map((line) => `${JSON.stringify(line)}\n`).join(""));
    return runCommand(["import", file], env);
  };
  const system: RunningSystem = {
    url,
    dataDir,
    env,
    call,
    import: importLines,
    load: loader({ call, import: importLines }),
    command: (args, more = {}) => runCommand(args, { ...env, ...more }),
    signIn: async (username, password) => {
      const answer = await call("POST", "/api/1.1/signin/", { form: { username, password } });
      if (answer.status !== 200) throw new Error(`${username} cannot sign in: ${JSON.stringify(answer.body)}`);
      return String(answer.body.token.access_token);
    },
    ...sandboxOf(call),
    output: server.output,
    stop: (signal = "SIGTERM") => server.stop(signal),
    restart: async (more) => void (await server.start(more)),
    close: async () => {
      await server.stop("SIGTERM");
      // On a busy machine the database may still be writing its last files.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
  if (options.lines?.length) {
    const outcome = await importLines(options.lines);
    if (outcome.code !== 0) throw new Error(`the import failed: ${outcome.stderr}`);
  }
  await server.start();
  return system;
}
