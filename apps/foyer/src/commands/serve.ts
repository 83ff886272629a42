import fs from "node:fs";
import { createServer } from "node:net";
import type { Config } from "@foyer/service-kit/config";
import { urlHost } from "@foyer/service-kit/loopback";
import { createLog, type Logger } from "@foyer/service-kit/log";
import type { Brand } from "@foyer/contract/brand";
import { type Claim, claimDataFolder, type Holder, isHeld, readHolder } from "../data-folder/holder.ts";
import { settleInstallation } from "../data-folder/installation.ts";
import { keepDatabase, type Keeper } from "../data-folder/keep-database.ts";
import { type OpenDatabase, openDatabase, runningDatabase } from "../data-folder/open-database.ts";
import { ownKeyring } from "../data-folder/own-keyring.ts";
import { resealNow, secretsFault } from "../data-folder/settle-secrets.ts";
import { demoFault } from "../demo/refuse-demo.ts";
import { demoSignIns, loadDemo } from "../import/load-demo.ts";
import { checkPooler } from "../logins/check-pooler.ts";
import { allParts, type Part, parseParts } from "../parts.ts";
import { startSystem, type System } from "../system.ts";
import { servingSettingsOrFaults } from "./settings.ts";
import { logReady, welcome } from "./welcome.ts";

/** Returns the port to serve on: the configured one, or a free one for 0. Returns null if the port is in use. */
function usablePort(host: string, port: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") return resolve(null);
      const isPort = error.code === "EACCES";
      const why = isPort ? `PORT: this user may not listen on ${port}` : `HOST: ${host} is no address of this machine`;
      reject(new Error(`${why} (${error.message})`));
    });
    probe.listen(port, host, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : port));
    });
  });
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function sayWhoHolds(dataDir: string): void {
  const holder = readHolder(dataDir);
  const who = holder ? `process ${holder.pid} at ${holder.url}` : "another process";
  say(`${dataDir} is in use by ${who}. Stop it, or set DATA_DIR (and PORT) for a second copy.`);
}

const PATIENCE_MS = 1_500;

/** Repeats `attempt` for a short time while it returns null, because another server may still be stopping. */
async function patiently<T>(attempt: () => Promise<T | null>, isWorthIt: () => Promise<boolean>): Promise<T | null> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const outcome = await attempt();
    if (outcome !== null || performance.now() > until || !(await isWorthIt())) return outcome;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const holderOf = (config: Config): Holder => ({
  pid: process.pid,
  url: `http://${urlHost(config.host)}:${config.port}`,
});

async function claim(config: Config, database: OpenDatabase): Promise<Claim | null> {
  const held = await patiently(
    () => claimDataFolder(database.servingUrl, config.dataDir, holderOf(config)),
    async () => true,
  );
  if (!held) sayWhoHolds(config.dataDir);
  return held;
}

/** True if another server uses the folder, so that it also uses the port. */
async function folderIsHeld(config: Config): Promise<boolean> {
  const running = config.databaseUrl ? null : await runningDatabase(config);
  return running !== null && isHeld(running);
}

const TOGETHER_MS = 1_000;

const signals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Exits at a signal until serving begins. The first process of a container is not ended by a signal that it does not listen to,
 * so that one whose start waits, for the database or a migration, could only be killed. A start can be ended at any step.
 *
 * @returns what to call when serving begins. Its promise resolves on the first signal, and a later signal exits at once. A
 *   terminal, npm and its script send the same signal almost at the same time.
 */
function listenToSignals(): () => Promise<void> {
  let isServing = false;
  let firstAt: number | null = null;
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const [signal, status] of Object.entries(signals)) {
    process.on(signal, () => {
      if (!isServing) process.exit(status);
      firstAt ??= performance.now();
      if (performance.now() - firstAt > TOGETHER_MS) process.exit(1);
      resolve();
    });
  }
  return () => {
    isServing = true;
    return promise;
  };
}

function keep(config: Config, claimed: Claim, log: Logger): Keeper {
  return keepDatabase(claimed, {
    config,
    log,
    holder: holderOf(config),
    onLost: (reason) => {
      log.fatal({ reason }, "the data folder is lost");
      process.exit(1);
    },
  });
}

/** Removes the setup login, because neither the server nor its child processes need it. */
function withoutSetup(database: OpenDatabase): OpenDatabase {
  delete process.env["DATABASE_URL"];
  delete process.env["DATABASE_SETUP_URL"];
  return { ...database, setupUrl: null };
}

/** Warns of a risk. In production every line of the output is JSON. */
function warn({ production }: Config, log: Logger, risk: string): void {
  if (production) log.warn(risk);
  else say(`Take care: ${risk}`);
}

/** Warns if the process or its files give more than needed to others on this machine. */
function warnOfMachine(config: Config, log: Logger): void {
  if (process.geteuid?.() === 0)
    warn(config, log, "Foyer runs as root. Run it as a user of its own, as deploy/foyer@.service and the image do");
  const mode = fs.statSync(config.dataDir, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o077) !== 0)
    warn(config, log, `other users of this machine can enter DATA_DIR: chmod 700 ${config.dataDir}`);
}

/** Returns why production may not serve with this login, or null. Elsewhere, or if a setting allows it, only prints a warning. */
function loginFault(config: Config, log: Logger, fault: string | null): string | null {
  const { production, allowPowerfulLogin } = config;
  if (fault === null || (production && !allowPowerfulLogin))
    return (
      fault &&
      `${fault}. docs/operations.md, "Database logins", has the SQL; ALLOW_POWERFUL_DATABASE_LOGIN=on serves all the same`
    );
  warn(config, log, `${fault}. docs/operations.md, "Database logins", has the SQL for one that cannot`);
  return null;
}

/**
 * Returns why production may not serve with these keys, or null. Elsewhere only prints a warning. If this is
 * the only server, re-encrypts all secrets now.
 */
async function unreadableFault(
  config: Config,
  log: Logger,
  { database, parts }: Pick<Serving, "database" | "parts">,
): Promise<string | null> {
  if (!parts.includes("accounts") && !parts.includes("worker")) return null;
  const fault = await secretsFault(config, database);
  if (fault !== null && config.production) return fault;
  if (fault !== null) warn(config, log, fault);
  else if (database.embedded) await resealNow(database, ownKeyring(config));
  return null;
}

interface Serving {
  readonly config: Config;
  readonly brand: Brand;
  readonly database: OpenDatabase;
  readonly parts: readonly Part[];
  readonly log: Logger;
  /** Says that serving begins. @returns when it shall end. */
  readonly untilSignal: () => Promise<void>;
}

async function serve({ config, brand, database, parts, log, untilSignal }: Serving): Promise<void> {
  process.on("unhandledRejection", (error) => log.error({ err: error }, "unhandled rejection"));
  const ended = untilSignal();
  const hasDemo = await settleInstallation(database.servingUrl, async () => {
    // A vendor's own brand does not have the demo's plans, and a real provider does not have its cards.
    if (!config.demo || !config.sandbox.payments || config.brandFile !== null) return false;
    await loadDemo({ config, databaseUrl: database.servingUrl, brand });
    return true;
  });
  const system: System = await startSystem({ config, database, parts, log, brand });
  if (config.production) logReady(log, config, system);
  else process.stdout.write(welcome(config, system, hasDemo ? await demoSignIns() : []));
  await ended;
  await system.stop();
}

/** `serve [part …]`: serves everything, or only some parts, until a signal. */
export async function run(args: readonly string[]): Promise<number> {
  const parts = parseParts(args);
  if (!parts) {
    say(`The parts are ${allParts.join(", ")}; "${args.join(" ")}" names another.`);
    return 1;
  }
  const settings = await servingSettingsOrFaults(parts);
  if (!settings) return 1;
  const { config, brand } = settings;
  const log = createLog({ level: config.logLevel });
  const untilSignal = listenToSignals();
  const port = await patiently(
    () => usablePort(config.host, config.port),
    () => folderIsHeld(config),
  );
  if (port === null) {
    if (await folderIsHeld(config)) sayWhoHolds(config.dataDir);
    else say(`Port ${config.port} is taken on ${config.host}. Set PORT to another one.`);
    return 1;
  }
  const publicOrigin = process.env["PUBLIC_ORIGIN"] ? config.publicOrigin : `http://${urlHost(config.host)}:${port}`;
  const database = withoutSetup(await openDatabase(config, "may create"));
  const settled: Config = { ...config, port, publicOrigin, databaseUrl: null, databaseSetupUrl: null };
  // One server per data folder. Any number of instances on the operator's own database.
  const claimed = database.embedded ? await claim(settled, database) : null;
  if (database.embedded && !claimed) return 1;
  const keeper = claimed && keep(settled, claimed, log);
  try {
    const [pooler, demo] = await Promise.all([
      checkPooler(config),
      config.production ? demoFault(database.servingUrl) : null,
    ]);
    const fault =
      loginFault(config, log, database.fault ?? pooler) ??
      demo ??
      (await unreadableFault(settled, log, { database, parts }));
    if (fault !== null) {
      say(fault);
      return 1;
    }
    warnOfMachine(settled, log);
    await serve({ config: settled, brand, database, parts, log, untilSignal });
    return 0;
  } finally {
    await keeper?.release();
    await database.close();
  }
}
