import { hash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { directorySyncStore } from "@foyer/accounts/directory-sync-store";
import type { SyncStore } from "@foyer/accounts/sync-store";
import { webDavSyncStore } from "@foyer/accounts/webdav-sync-store";
import type { Brand } from "@foyer/contract/brand";
import { appSecretName } from "@foyer/contract/brand-apps";
import { portalBrandOf } from "@foyer/contract/portal-brand";
import { accentTokens, markTokens } from "@foyer/domain/accent";
import { databaseClock, type DatabaseClock } from "@foyer/service-kit/clock";
import type { Config } from "@foyer/service-kit/config";
import { findsDiskFull, openPool, READ_ONLY, sqlState, takesWrites } from "@foyer/service-kit/db";
import { createHost, type Readiness, stopListening } from "@foyer/service-kit/host";
import { startWorker, type Worker } from "@foyer/service-kit/jobs";
import { urlHost } from "@foyer/service-kit/loopback";
import { serveMetrics } from "@foyer/service-kit/metrics";
import type { Logger } from "@foyer/service-kit/log";
import { sandboxMailer, smtpMailer } from "@foyer/service-kit/mailer";
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { fileJournal, journalFile } from "./data-folder/erasure-journal.ts";
import type { OpenDatabase } from "./data-folder/open-database.ts";
import { ownKeyring } from "./data-folder/own-keyring.ts";
import { ownSecrets } from "./data-folder/secrets.ts";
import { catalogueSource } from "./host/catalogue-source.ts";
import { tryRoom } from "./host/failure-report-store.ts";
import { newestFailureReports, takeFailureReports } from "./host/failure-reports.ts";
import { gaugesOf } from "./host/gauges.ts";
import { innerDoor } from "./host/inner-door.ts";
import { servePortal } from "./host/portal-files.ts";
import { fileImporterOf } from "./import/import-file.ts";
import type { Part } from "./parts.ts";
import { serveAppSandbox } from "./sandbox/app-routes.ts";
import { serveClockSandbox } from "./sandbox/clock-routes.ts";
import { serveMailSandbox } from "./sandbox/mail-routes.ts";
import { hasAppSandbox, sandboxLinks } from "./sandbox/sandbox-page.ts";
import { serveSyncSandbox, switchableSyncStore } from "./sandbox/sync-routes.ts";
import { buildServices } from "./services/build-services.ts";
import { forRequests } from "./services/database-places.ts";
import { paymentProviderOf } from "./services/purchase-part.ts";
import type { Service, Surroundings } from "./services/service.ts";

const portalFolder = fileURLToPath(new URL("../../portal/dist/", import.meta.url));

/** The running product, or the part of it that this process serves. */
export interface System {
  /** Its address. */
  readonly url: string;
  /** Stops accepting requests, finishes running requests and jobs, and closes all resources. */
  stop(): Promise<void>;
}

export interface SystemOptions {
  readonly config: Config;
  readonly database: OpenDatabase;
  readonly brand: Brand;
  readonly parts: readonly Part[];
  readonly log: Logger;
}

/** Longer than a balancer lets a connection to us rest: 2 s in the shipped files. */
const LINGER_MS = 3_000;
const HOST_ROLE = "foyer_host";

interface Foundations extends Surroundings {
  readonly hostPool: pg.Pool;
  readonly clock: DatabaseClock;
  close(): Promise<void>;
}

function appSecretsOf({ apps = [] }: Brand, { appSecrets }: Config): ReadonlyMap<string, string> {
  return new Map(
    apps.flatMap(({ id }) => {
      const secret = appSecrets[appSecretName(id)];
      return secret === undefined ? [] : [[id, secret] as const];
    }),
  );
}

function syncStoreOf({ syncUrl, syncCredentials, dataDir }: Config): SyncStore {
  if (syncUrl === null) return directorySyncStore(path.join(dataDir, "sync"));
  return webDavSyncStore({ url: syncUrl, credentials: syncCredentials });
}

/** Creates what all parts of the product need. Commands that use only one part need it too. */
export async function layFoundations({
  config,
  database,
  brand,
  log,
  self = `http://127.0.0.1:${config.port}`,
}: Omit<SystemOptions, "parts"> & { readonly self?: string }): Promise<Foundations> {
  const place = forRequests({ config, databaseUrl: database.servingUrl }, HOST_ROLE);
  const hostPool = openPool({ ...place, role: HOST_ROLE, schema: "foyer", max: 4 });
  const clock = await databaseClock(hostPool, config.sandbox.clock);
  const secrets = ownSecrets(config.dataDir);
  const around = {
    hostPool,
    clock,
    config,
    brand,
    log,
    databaseUrl: database.servingUrl,
    mailer: config.smtpUrl
      ? smtpMailer({
          url: config.smtpUrl,
          from: config.mailFrom ?? brand.contacts.mailFrom,
          needsTls: config.smtpNeedsTls,
        })
      : sandboxMailer(hostPool, clock),
    syncStore: switchableSyncStore(syncStoreOf(config)),
    erasureJournal: fileJournal(journalFile(config)),
    failureReports: (limit: number) => newestFailureReports(hostPool, limit),
    serviceCredential: config.serviceCredential ?? secrets.serviceCredential,
    keyring: ownKeyring(config),
    appSecrets: appSecretsOf(brand, config),
    webhookSecret: config.stripe.webhookSecret ?? secrets.webhookSecret,
    accountsUrl: config.accountsUrl ?? self,
    purchaseUrl: config.purchaseUrl ?? self,
    sandboxUrl: config.sandboxUrl ?? self,
  };
  const provider = paymentProviderOf(around);
  return {
    ...around,
    fileImporter: fileImporterOf({ config, databaseUrl: database.servingUrl, brand, provider }),
    close: async () => {
      around.mailer.close();
      clock.stop();
      await hostPool.end();
    },
  };
}

function serveSandboxes(
  app: FastifyInstance,
  { config, hostPool, clock, syncStore }: Foundations,
  settle: () => Promise<void>,
): void {
  const links = sandboxLinks(config);
  if (config.sandbox.mail) serveMailSandbox(app, hostPool, links);
  if (hasAppSandbox(config)) serveAppSandbox(app, links, config.publicOrigin);
  if (config.sandbox.clock) serveClockSandbox(app, { pool: hostPool, clock, settle });
  if (config.sandbox.sync) serveSyncSandbox(app, syncStore);
}

/** The build of the portal, in 12 characters: its page names its files, and their names contain hashes of their content. */
const buildOf = (page: string): string => hash("sha256", fs.readFileSync(page)).slice(0, 12);

async function serveFiles(app: FastifyInstance, foundations: Foundations): Promise<void> {
  const { config, brand, hostPool, clock, log, purchaseUrl } = foundations;
  takeFailureReports(app, hostPool, clock, log);
  const page = path.join(portalFolder, "index.html");
  if (!fs.existsSync(page)) throw new Error("The portal is not built: npm start builds it.");
  const settings = {
    brand: portalBrandOf(brand),
    accentTokens: { ...accentTokens(brand.accent), ...markTokens(brand.mark) },
    accountsUrl: config.accountsUrl ?? "",
    purchaseUrl: config.purchaseUrl ?? "",
    nonProduction: brand.nonProduction,
    revision: config.revision ?? buildOf(page),
    sandbox: config.sandbox.payments,
    trial: config.sandbox.staffByPassword,
    errorReportingDsn: config.errorReceiver,
  };
  const isSecure = config.publicOrigin.startsWith("https:");
  await servePortal(app, portalFolder, { settings, isSecure, catalogue: catalogueSource(purchaseUrl, log) });
}

/** A stopping process is `draining` until its load balancer notices, and `leaving` after it takes no further connections. */
interface State {
  phase: "starting" | "ready" | "draining" | "leaving";
}

/** Why the process cannot serve now, or null. */
function readinessOf(pool: pg.Pool, state: State): Readiness {
  return {
    isStopping: () => state.phase === "leaving",
    check: async () => {
      if (state.phase !== "ready") return state.phase;
      try {
        if (!(await takesWrites(pool))) return "the database takes no writes";
        return (await findsDiskFull(() => tryRoom(pool))) ? "the database's disk is full" : null;
      } catch (error) {
        return sqlState(error) === READ_ONLY ? "the database takes no writes" : "the database does not answer";
      }
    },
  };
}

const startWorkers = (services: readonly Service[], log: Logger): Promise<Worker[]> =>
  Promise.all(
    services.flatMap(({ database, ...service }) => (database ? [startWorker({ ...service, database, log })] : [])),
  );

/** Builds the parts, listens, starts the workers and catches up. The system is ready when this resolves. */
export async function startSystem(options: SystemOptions): Promise<System> {
  const { config, parts, log } = options;
  const door = await innerDoor();
  const foundations = await layFoundations({ ...options, self: door.url });
  const { hostPool, serviceCredential } = foundations;
  const state: State = { phase: "starting" };
  const app = createHost({
    log,
    trustedProxies: config.trustedProxies,
    readiness: readinessOf(hostPool, state),
    serviceCredential,
  });
  const services: readonly Service[] = buildServices(foundations, parts);
  serveMetrics(app, config.metricsToken, gaugesOf(services, hostPool));
  const workers: Worker[] = [];
  const settle = async (): Promise<void> => {
    for (const service of services) await service.settle?.();
    for (const worker of workers) await worker.sweepNow();
  };
  for (const service of services) if (service.plugin) await app.register(service.plugin);
  if (parts.includes("sandbox")) serveSandboxes(app, foundations, settle);
  if (parts.includes("portal")) await serveFiles(app, foundations);
  await app.listen({ port: config.port, host: config.host });
  door.open(app);
  for (const service of services) await service.start?.();
  if (parts.includes("worker")) workers.push(...(await startWorkers(services, log)));
  for (const service of services) await service.catchUp?.();
  state.phase = "ready";
  return {
    url: `http://${urlHost(config.host)}:${config.port}`,
    stop: async () => {
      state.phase = "draining";
      await pause(config.drainSeconds * 1_000);
      await stopListening(app);
      // Only now: answers of this phase close their connections, and a balancer would open others while the door is being shut.
      state.phase = "leaving";
      // Callers close idle connections themselves in this time. If the server closed them, a request on its way would be lost.
      await pause(config.drainSeconds > 0 ? LINGER_MS : 0);
      await app.close();
      // Each may wait for a database that does not answer.
      await Promise.all(workers.map((worker) => worker.stop()));
      await Promise.all(services.map((service) => service.stop()));
      await foundations.close();
      door.close();
    },
  };
}
