import path from "node:path";
import type { Config } from "@foyer/service-kit/config";
import { migrate } from "@foyer/service-kit/migrate";
import { findRunningPostgres, startPostgres } from "@foyer/service-kit/postgres-server";
import { allSchemas } from "../db/migrations.ts";
import { isHeld } from "./holder.ts";

/** The database, migrated, with the owner's connection. */
export interface OpenDatabase {
  readonly ownerUrl: string;
  readonly embedded: boolean;
  /** Whether this folder's server ran before us: a system serves from it, or was killed. */
  readonly joined: boolean;
  /** Ends the embedded server unless somebody else serves from it. */
  close(): Promise<void>;
}

const clusterOf = (config: Config): string => path.join(config.dataDir, "postgres");

/** The operator's database, or the embedded one: started when it does not run, joined when it does. */
export async function openDatabase(config: Config): Promise<OpenDatabase> {
  if (config.databaseUrl) {
    await migrate(config.databaseUrl, allSchemas);
    return { ownerUrl: config.databaseUrl, embedded: false, joined: false, close: async () => undefined };
  }
  const server = await startPostgres(clusterOf(config));
  await migrate(server.url, allSchemas);
  return {
    ownerUrl: server.url,
    embedded: true,
    joined: server.adopted,
    close: async () => {
      if (!(await isHeld(server.url))) await server.stop();
    },
  };
}

/** The owner's connection when the embedded database runs now; starts nothing. */
export function runningDatabase(config: Config): Promise<string | null> {
  return findRunningPostgres(clusterOf(config));
}
