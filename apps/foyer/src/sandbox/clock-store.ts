import type { Pool } from "pg";

/** Moves the product's time forward. */
export async function advanceClock(pool: Pool, seconds: number): Promise<void> {
  await pool.query(
    `insert into clock (offset_seconds) values ($1)
     on conflict (only_row) do update set offset_seconds = clock.offset_seconds + excluded.offset_seconds`,
    [seconds],
  );
}
