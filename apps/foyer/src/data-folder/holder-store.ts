import type pg from "pg";

const SERVER_LOCK = 4_400_002;

/**
 * Takes the lock of the folder's only server for this connection. The lock ends with the connection. @returns
 * false if another connection has it.
 */
export async function tryServerLock(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>("select pg_try_advisory_lock($1) as mine", [SERVER_LOCK]);
  return rows[0]?.mine === true;
}
