import fs from "node:fs";
import path from "node:path";
import type { Config } from "@foyer/service-kit/config";
import { isOutage } from "@foyer/service-kit/db";
import { migrate } from "@foyer/service-kit/migrate";
import { findRunningPostgres, type PostgresServer, startPostgres } from "@foyer/service-kit/postgres-server";
import { allSchemas } from "../db/migrations.ts";
import { chooseLogins, type Logins } from "../logins/choose-logins.ts";
import { embeddedLogin } from "../logins/serving-login.ts";
import { isHeld } from "./holder.ts";

/** The migrated database, with the login that can only switch to the services' roles. */
export interface OpenDatabase extends Logins {
  readonly embedded: boolean;
  /** True if this folder's database already ran: another process serves from it, or was killed. */
  readonly joined: boolean;
  /** Stops the embedded database unless another process serves from it. */
  close(): Promise<void>;
}

const clusterOf = (config: Config): string => path.join(config.dataDir, "postgres");

const PATIENCE_MS = 15_000;

interface StartedServer extends PostgresServer {
  readonly servingUrl: string;
}

/** A database that already ran may be about to stop with its server. In this case, starts another one. */
async function startMigrated(cluster: string): Promise<StartedServer> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const server = await startPostgres(cluster);
    try {
      await migrate(server.url, allSchemas);
      return { ...server, servingUrl: await embeddedLogin(server.url) };
    } catch (error) {
      const reason = error instanceof Error && error.cause ? error.cause : error;
      if (!isOutage(reason) || performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Refuses a data folder without a database: with a wrong DATA_DIR, a command would report success about an empty one. */
function refuseMissing(config: Config): void {
  if (fs.existsSync(path.join(clusterOf(config), "PG_VERSION"))) return;
  throw new Error(
    `DATA_DIR: there is no database in ${config.dataDir}; set the DATA_DIR of the system that serves. Only serve, import and restore create one`,
  );
}

/**
 * Returns the operator's database, or the embedded one. Starts the embedded one or joins it if it runs.
 *
 * @param missing whether a missing database is created.
 */
export async function openDatabase(
  config: Config,
  missing: "may create" | "must exist" = "must exist",
): Promise<OpenDatabase> {
  if (config.databaseUrl) {
    const logins = await chooseLogins(config, config.databaseUrl, missing);
    return { ...logins, embedded: false, joined: false, close: async () => undefined };
  }
  if (missing === "must exist") refuseMissing(config);
  const server = await startMigrated(clusterOf(config));
  return {
    servingUrl: server.servingUrl,
    setupUrl: server.url,
    fault: null,
    embedded: true,
    joined: server.adopted,
    close: async () => {
      if (!(await isHeld(server.url))) await server.stop();
    },
  };
}

/**
 * Returns the login that may change tables.
 *
 * @throws Error for the operator if there is none.
 */
export function setupUrlOf({ setupUrl }: OpenDatabase): string {
  if (setupUrl === null) throw new Error("This needs a login that may change tables: set DATABASE_SETUP_URL");
  return setupUrl;
}

/** Restarts the stopped embedded database. Returns the address of its serving login. */
export async function restartDatabase(config: Config): Promise<string> {
  return embeddedLogin((await startPostgres(clusterOf(config))).url);
}

/** Returns the owner's address if the embedded database runs. Starts nothing. */
export function runningDatabase(config: Config): Promise<string | null> {
  return findRunningPostgres(clusterOf(config));
}
