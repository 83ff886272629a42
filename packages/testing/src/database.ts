import pg from "pg";
import { inject } from "vitest";

/** A database of one's own, with every migration in place. */
export interface TestDatabase {
  /** Connects as the owner. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

declare module "vitest" {
  export interface ProvidedContext {
    /** The owner's connection to the server that the test run started. */
    postgresUrl: string;
    /** The migrated database that test databases are cloned from. */
    templateDatabase: string;
  }
}

let made = 0;

/** `url` with another database. */
export function withDatabase(url: string, database: string): string {
  return url.replace(/\/[^/?]*(\?|$)/, `/${database}$1`);
}

async function asOwner(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A clone of the migrated template, for one test file: about 15 ms. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = inject("postgresUrl");
  const name = `t_${process.pid}_${Date.now().toString(36)}_${made++}`;
  await asOwner(server, `create database ${name} template ${inject("templateDatabase")}`);
  return { url: withDatabase(server, name), close: () => asOwner(server, `drop database ${name} with (force)`) };
}
