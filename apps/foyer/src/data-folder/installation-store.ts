import type pg from "pg";

const INSTALLATION_LOCK = 4_400_003;

/** Waits until no other starter is at it; the lock ends with the connection. */
export async function waitForTurn(client: pg.ClientBase): Promise<void> {
  await client.query("select pg_advisory_lock($1)", [INSTALLATION_LOCK]);
}

/** Whether the database holds the demo data; null where nobody has used it yet. */
export async function findHasDemo(client: pg.ClientBase): Promise<boolean | null> {
  const { rows } = await client.query<{ has_demo: boolean }>("select has_demo from foyer.installation");
  return rows[0]?.has_demo ?? null;
}

/** From now on the database is somebody's. */
export async function insertInstallation(client: pg.ClientBase, hasDemo: boolean): Promise<void> {
  await client.query("insert into foyer.installation (made_at, has_demo) values (clock_timestamp(), $1)", [hasDemo]);
}
