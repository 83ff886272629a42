import type pg from "pg";

const RETRYABLE = new Set(["40001", "40P01"]);
const TRIES = 4;

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

async function once<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** Runs `work` in a transaction. After a deadlock it runs again from the start. */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await once(pool, work);
    } catch (error) {
      if (tries >= TRIES || !RETRYABLE.has(codeOf(error))) throw error;
    }
  }
}
