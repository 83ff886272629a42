import pg from "pg";
import { inject } from "vitest";
import { brokenInvariants } from "./invariants.ts";

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

/** `npm run torture`: whatever a test did to its database, the invariants hold at its end. */
const isTorture = process.env["TORTURE"] === "1";

async function judge(url: string): Promise<void> {
  const broken = await brokenInvariants(url);
  if (broken.length > 0) throw new Error(`invariants do not hold: ${broken.join("; ")}`);
}

/** A clone of the migrated template, for one test file: about 15 ms. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = inject("postgresUrl");
  const name = `t_${process.pid}_${Date.now().toString(36)}_${made++}`;
  await asOwner(server, `create database ${name} template ${inject("templateDatabase")}`);
  const url = withDatabase(server, name);
  const drop = (): Promise<void> => asOwner(server, `drop database ${name} with (force)`);
  const judgeAndDrop = async (): Promise<void> => {
    try {
      await judge(url);
    } finally {
      await drop();
    }
  };
  return { url, close: isTorture ? judgeAndDrop : drop };
}
