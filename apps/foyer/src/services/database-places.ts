import type { Config } from "@foyer/service-kit/config";
import { poolerEntry } from "@foyer/service-kit/database-address";
import { type AnyDatabase, type DatabaseOptions, openPool } from "@foyer/service-kit/db";

interface Around {
  readonly config: Config;
  /** The serving login's connection to the server itself. */
  readonly databaseUrl: string;
}

type Acting = Pick<DatabaseOptions, "role" | "schema"> & { readonly role: string };

/** Where what serves requests as that role has its tables: behind the pooler, where there is one. */
export function forRequests({ config, databaseUrl }: Around, role: string) {
  const { databasePoolUrl } = config;
  return {
    url: databaseUrl,
    pooler: databasePoolUrl === null ? null : poolerEntry(databasePoolUrl, role),
    max: databasePoolUrl === null ? config.databaseConnections : config.databasePoolConnections,
  };
}

/** Where a worker has its queue, and how that is closed. */
export interface QueuePlace {
  readonly database: Pick<AnyDatabase, "pool" | "schema">;
  close(): Promise<void>;
}

/**
 * News of jobs and the locks of workers and sweeps last as long as a connection, and a pooler gives each transaction another one:
 * so the queue has connections to the server itself. Without a pooler it shares those of the requests.
 */
export function forQueue(
  { config, databaseUrl }: Around,
  { role, schema }: Acting,
  requests: Pick<AnyDatabase, "pool" | "schema">,
): QueuePlace {
  if (config.databasePoolUrl === null) return { database: requests, close: async () => undefined };
  const pool = openPool({ url: databaseUrl, role, schema, max: config.databaseConnections });
  return { database: { pool, schema }, close: () => pool.end() };
}
