import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { tryServerLock } from "./holder-store.ts";

/** Who serves from a data folder. */
export interface Holder {
  readonly pid: number;
  /** Where it answers. */
  readonly url: string;
}

const fileOf = (dataDir: string): string => path.join(dataDir, "server.json");

/** Who last said that it serves from this folder; whether it still does, only the lock in the database tells. */
export function readHolder(dataDir: string): Holder | null {
  try {
    return JSON.parse(fs.readFileSync(fileOf(dataDir), "utf8")) as Holder;
  } catch {
    return null;
  }
}

export interface Claim {
  /** Done when the claim is no more: released, or the database ended. */
  readonly over: Promise<void>;
  release(): Promise<void>;
}

/**
 * Makes this process the one server of the folder, until it releases the claim or dies.
 *
 * The lock is a session's in the embedded database: a `kill -9` frees it, and no file has to be cleaned up.
 *
 * @returns null when another server holds the folder; `readHolder` names it.
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

/** Whether a server holds the folder now. */
export async function isHeld(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return !(await tryServerLock(client));
  } finally {
    await client.end();
  }
}
