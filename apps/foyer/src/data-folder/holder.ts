import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { tryServerLock } from "./holder-store.ts";

/** The process that serves from a data folder. */
export interface Holder {
  readonly pid: number;
  /** The address of its server. */
  readonly url: string;
}

const fileOf = (dataDir: string): string => path.join(dataDir, "server.json");

/** Returns the last process that served from this folder. Only the lock in the database shows whether it still does. */
export function readHolder(dataDir: string): Holder | null {
  try {
    return JSON.parse(fs.readFileSync(fileOf(dataDir), "utf8")) as Holder;
  } catch {
    return null;
  }
}

export interface Claim {
  /** Resolves when the claim has ended: released, or the database stopped. */
  readonly over: Promise<void>;
  release(): Promise<void>;
}

/**
 * Makes this process the folder's only server, until it releases the claim or exits.
 *
 * The lock belongs to a session in the embedded database: a `kill -9` releases it, and no file needs cleanup.
 *
 * @returns null if another server has the folder; `readHolder` names it.
 */
export async function claimDataFolder(databaseUrl: string, dataDir: string, holder: Holder): Promise<Claim | null> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => undefined);
  await client.connect();
  if (!(await tryServerLock(client))) {
    await client.end();
    return null;
  }
  fs.writeFileSync(fileOf(dataDir), `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  return {
    over: new Promise((resolve) => client.once("end", resolve)),
    release: async () => {
      fs.rmSync(fileOf(dataDir), { force: true });
      await client.end();
    },
  };
}

/** True while a server has the folder. */
export async function isHeld(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return !(await tryServerLock(client));
  } finally {
    await client.end();
  }
}
