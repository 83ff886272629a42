import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { passwordHasher } from "@foyer/accounts/passwords";
import { openPool } from "@foyer/service-kit/db";
import { startPostgres } from "@foyer/service-kit/postgres-server";
import { freePort, serverMemory } from "@foyer/testing/running-system";
import { fill } from "./fill.ts";
import { type Figure, median, type Part, reaching } from "./part.ts";
import { PASSWORD, productionSettings } from "./product.ts";

const STARTS = 5;
const WANTED_S = 1.2;
const READY_EVERY_MS = 10;
const SERVING = "foyer_bench_serving";

const main = fileURLToPath(new URL("../apps/foyer/src/main.ts", import.meta.url));
const node = fileURLToPath(new URL("../node_modules/.bin/node", import.meta.url));

type Settings = Readonly<Record<string, string>>;

function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const call = http.get({ host: "127.0.0.1", port, path: "/readyz" }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    call.once("error", () => resolve(false));
  });
}

async function ended(child: ChildProcess): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
}

/** Returns how long a start takes until the process is ready, in seconds. Stops the process afterwards. */
async function secondsToReady(settings: Settings): Promise<number> {
  const port = await freePort();
  const env = { ...process.env, ...serverMemory, ...productionSettings, PORT: String(port), ...settings };
  const before = performance.now();
  const child = spawn(node, [main, "serve"], { env, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`the server ended: ${said}`);
    await pause(READY_EVERY_MS);
  }
  const seconds = (performance.now() - before) / 1_000;
  await ended(child);
  return seconds;
}

async function starts(what: string, settings: Settings, wanted: boolean): Promise<Figure> {
  // The first start migrates and compiles.
  await secondsToReady(settings);
  const seconds: number[] = [];
  for (let start = 0; start < STARTS; start++) seconds.push(await secondsToReady(settings));
  const middle = median(seconds);
  const target = reaching(middle, { max: WANTED_S, unit: " s" });
  return {
    what,
    figure: `${middle.toFixed(2)} s, median of ${STARTS} (${Math.min(...seconds).toFixed(2)} to ${Math.max(...seconds).toFixed(2)})`,
    ...(wanted ? target : { wanted: "told only", holds: true }),
  };
}

/** Creates a login that may only switch to the services' roles, as docs/operations.md says. */
async function createServingLogin(ownerUrl: string): Promise<void> {
  const pool = openPool({ url: ownerUrl, role: null, schema: "public", max: 1 });
  await pool.query(`create role ${SERVING} login noinherit password 'serving'`);
  await pool.end();
}

/** Starts with the database of an operator, which runs already, and with the one of the data folder, which starts too. */
async function measure(folder: string): Promise<readonly Figure[]> {
  const own = { DATA_DIR: path.join(folder, "own") };
  const size = { accounts: 10_000, licenses: 1_000 };
  const hash = await passwordHasher().hash(PASSWORD);
  const server = await startPostgres(path.join(folder, "operator"));
  try {
    await createServingLogin(server.url);
    const external = {
      DATA_DIR: path.join(folder, "external"),
      DATABASE_URL: server.url.replace(/postgres:[^@/]*@/, `${SERVING}:serving@`),
      DATABASE_SETUP_URL: server.url,
      SERVICE_CREDENTIAL: "a-credential-for-the-benches-0123456789",
      ALLOW_POWERFUL_DATABASE_LOGIN: "on",
    };
    await secondsToReady(external);
    await fill(server.url, size, hash);
    const { DATABASE_SETUP_URL: _, ...servingOnly } = external;
    return [
      await starts("to /readyz, external PostgreSQL", external, true),
      await starts("the same without the setup login", servingOnly, false),
      await starts("with the embedded database's start, empty", own, false),
    ];
  } finally {
    await server.stop();
  }
}

/** How long a process takes to be ready, with data. */
export const start: Part = {
  about:
    "starts in production settings on 10,000 accounts and 1,000 licenses, from the spawn to the first 200 of /readyz",
  run: async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "foyer-start-"));
    try {
      return await measure(folder);
    } finally {
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
  },
};
