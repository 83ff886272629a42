import type { Pool } from "pg";

/** Milliseconds since 1970 by the database's clock. @param withOffset true adds the sandbox's offset. */
export async function readClock(pool: Pool, withOffset: boolean): Promise<number | null> {
  const offset = withOffset ? "coalesce((select offset_seconds from foyer.clock), 0)" : "0";
  const { rows } = await pool.query<{ at: string }>(
    `select (extract(epoch from clock_timestamp()) + ${offset}) * 1000 as at`,
  );
  return rows[0] ? Number(rows[0].at) : null;
}
