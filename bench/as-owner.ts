import { openPool } from "@foyer/service-kit/db";

type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** Runs statements on the accounts service's tables as the database's owner. */
export async function asOwner<T>(ownerUrl: string, work: (query: Query) => Promise<T>): Promise<T> {
  const pool = openPool({ url: ownerUrl, role: null, schema: "accounts", max: 1 });
  try {
    return await work(async (text, values = []) => (await pool.query(text, values)).rows);
  } finally {
    await pool.end();
  }
}
