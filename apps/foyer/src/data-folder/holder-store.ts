import type pg from "pg";

const SERVER_LOCK = 4_400_002;

/** Takes the lock of the one server of a folder for this connection, which loses it with its end. @returns false where another has it. */
export async function tryServerLock(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>("select pg_try_advisory_lock($1) as mine", [SERVER_LOCK]);
  return rows[0]?.mine === true;
}
