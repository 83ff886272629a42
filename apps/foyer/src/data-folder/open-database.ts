import path from "node:path";
import type { Config } from "@foyer/service-kit/config";
import { isOutage } from "@foyer/service-kit/db";
import { migrate } from "@foyer/service-kit/migrate";
import { findRunningPostgres, type PostgresServer, startPostgres } from "@foyer/service-kit/postgres-server";
import { allSchemas } from "../db/migrations.ts";
import { chooseLogins, type Logins } from "../logins/choose-logins.ts";
import { embeddedLogin } from "../logins/serving-login.ts";
import { isHeld } from "./holder.ts";

/** The database, migrated, with the login that can do nothing but become the services' roles. */
export interface OpenDatabase extends Logins {
  readonly embedded: boolean;
  /** Whether this folder's server ran before us: a system serves from it, or was killed. */
  readonly joined: boolean;
  /** Ends the embedded server unless somebody else serves from it. */
  close(): Promise<void>;
}

const clusterOf = (config: Config): string => path.join(config.dataDir, "postgres");

const PATIENCE_MS = 15_000;

interface StartedServer extends PostgresServer {
  readonly servingUrl: string;
}

/** A server that ran may be about to end, with whoever served from it: then another one is started. */
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

/** The operator's database, or the embedded one: started when it does not run, joined when it does. */
export async function openDatabase(config: Config): Promise<OpenDatabase> {
  if (config.databaseUrl) {
    const logins = await chooseLogins(config, config.databaseUrl);
    return { ...logins, embedded: false, joined: false, close: async () => undefined };
  }
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
 * The login that may change tables, for a command that must.
 *
 * @throws Error for the operator where there is none.
 */
export function setupUrlOf({ setupUrl }: OpenDatabase): string {
  if (setupUrl === null) throw new Error("This needs a login that may change tables: set DATABASE_SETUP_URL");
  return setupUrl;
}

/** Starts the embedded server again after it ended under us; its serving login's connection. */
export async function restartDatabase(config: Config): Promise<string> {
  return embeddedLogin((await startPostgres(clusterOf(config))).url);
}

/** The owner's connection when the embedded database runs now; starts nothing. */
export function runningDatabase(config: Config): Promise<string | null> {
  return findRunningPostgres(clusterOf(config));
}
