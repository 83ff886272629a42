import type pg from "pg";

const RETRYABLE = new Set(["40001", "40P01"]);
const TRIES = 4;

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

export type Connection = Pick<pg.ClientBase, "query">;

type Work<T> = (client: pg.PoolClient, begun: pg.QueryResult | pg.QueryResult[]) => Promise<T>;

async function once<T>(pool: pg.Pool, work: Work<T>, begin: string): Promise<T> {
  const client = await pool.connect();
  try {
    const result = await work(client, await client.query(begin));
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/**
 * Runs `work` in a transaction. After a deadlock it runs again from the start.
 *
 * @param begin begins the transaction, and may do more in the same round trip.
 */
export async function inTransaction<T>(pool: pg.Pool, work: Work<T>, begin = "begin"): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await once(pool, work, begin);
    } catch (error) {
      if (tries >= TRIES || !RETRYABLE.has(codeOf(error))) throw error;
    }
  }
}
