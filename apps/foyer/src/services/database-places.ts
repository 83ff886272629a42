import type { Config } from "@foyer/service-kit/config";
import { poolerEntry } from "@foyer/service-kit/database-address";
import { type AnyDatabase, type DatabaseOptions, openPool } from "@foyer/service-kit/db";

interface Around {
  readonly config: Config;
  /** The serving login's connection to the server itself. */
  readonly databaseUrl: string;
}

type Acting = Pick<DatabaseOptions, "role" | "schema"> & { readonly role: string };

/** Returns how requests connect as that role: through the pooler if there is one. */
export function forRequests({ config, databaseUrl }: Around, role: string) {
  const { databasePoolUrl } = config;
  return {
    url: databaseUrl,
    pooler: databasePoolUrl === null ? null : poolerEntry(databasePoolUrl, role),
    max: databasePoolUrl === null ? config.databaseConnections : config.databasePoolConnections,
  };
}

/** The database of a worker's queue. */
export interface QueuePlace {
  readonly database: Pick<AnyDatabase, "pool" | "schema">;
  close(): Promise<void>;
}

/**
 * Returns the database of a worker's queue. With a pooler, the queue connects to the server itself, because notifications of jobs
 * and locks of workers and sweeps belong to one connection. Without a pooler it shares the connections of the requests.
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
