import type pg from "pg";

/** Queues an event for the default endpoint again, whatever became of it. False if there is no such event. */
export async function sendAgain(pool: pg.Pool, eventId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update sandbox.deliveries set state = 'waiting', attempts = 0, due_at = now(), leased_until = null, last_answer = null
      where event_id = $1 and endpoint_id = 'default'`,
    [eventId],
  );
  return rowCount !== 0;
}
