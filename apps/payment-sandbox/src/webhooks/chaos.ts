import type pg from "pg";

/** Disturbances of webhooks, which tests use to prove that the receiver copes. */
export interface Chaos {
  /** Number of additional copies. */
  duplicate: number;
  reorder: boolean;
  delaySeconds: number;
  /** Stores events without sending them. */
  drop: boolean;
}

export const NO_CHAOS: Chaos = { duplicate: 0, reorder: false, delaySeconds: 0, drop: false };

export async function readChaos(pool: pg.Pool): Promise<Chaos> {
  const { rows } = await pool.query<{ value: Partial<Chaos> }>(
    "select value from sandbox.controls where name = 'chaos'",
  );
  return { ...NO_CHAOS, ...rows[0]?.value };
}

export async function writeChaos(pool: pg.Pool, chaos: Chaos): Promise<void> {
  await pool.query(
    `insert into sandbox.controls (name, value) values ('chaos', $1)
     on conflict (name) do update set value = excluded.value`,
    [JSON.stringify(chaos)],
  );
}
