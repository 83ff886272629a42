import pg from "pg";
import { inject } from "vitest";
import { brokenInvariants } from "./invariants.ts";

/** A test's own database, with all migrations. */
export interface TestDatabase {
  /** Connection as the owner. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

declare module "vitest" {
  export interface ProvidedContext {
    /** The owner's connection to the server of the test run. */
    postgresUrl: string;
    /** The migrated database that test databases are cloned from. */
    templateDatabase: string;
  }
}

let made = 0;

/** Returns `url` with another database. */
export function withDatabase(url: string, database: string): string {
  return url.replace(/\/[^/?]*(\?|$)/, `/${database}$1`);
}

/** Runs statements on a connection of their own, and returns the rows. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values?: unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** In `npm run torture`: checks the invariants at the end, after anything that a test did. */
const isTorture = process.env["TORTURE"] === "1";

async function judge(url: string): Promise<void> {
  const broken = await brokenInvariants(url);
  if (broken.length > 0) throw new Error(`invariants do not hold: ${broken.join("; ")}`);
}

/** Clones the migrated template for one test file, in about 15 ms. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = inject("postgresUrl");
  const name = `t_${process.pid}_${Date.now().toString(36)}_${made++}`;
  await query(server, `create database ${name} template ${inject("templateDatabase")}`);
  const url = withDatabase(server, name);
  const drop = async (): Promise<void> => void (await query(server, `drop database ${name} with (force)`));
  const judgeAndDrop = async (): Promise<void> => {
    try {
      await judge(url);
    } finally {
      await drop();
    }
  };
  return { url, close: isTorture ? judgeAndDrop : drop };
}
