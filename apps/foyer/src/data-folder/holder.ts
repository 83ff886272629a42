import fs from "node:fs";
import path from "node:path";
import pg from "pg";

/** Who serves from a data folder. */
export interface Holder {
  readonly pid: number;
  /** Where it answers. */
  readonly url: string;
}

const SERVER_LOCK = 4_400_002;

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
  const { rows } = await client.query<{ mine: boolean }>("select pg_try_advisory_lock($1) as mine", [SERVER_LOCK]);
  if (!rows[0]?.mine) {
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
    const { rows } = await client.query<{ mine: boolean }>("select pg_try_advisory_lock($1) as mine", [SERVER_LOCK]);
    return !rows[0]?.mine;
  } finally {
    await client.end();
  }
}
