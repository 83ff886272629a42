import type pg from "pg";

const INSTALLATION_LOCK = 4_400_003;

/** Waits until no other starting process has the lock. The lock ends with the connection. */
export async function waitForTurn(client: pg.ClientBase): Promise<void> {
  await client.query("select pg_advisory_lock($1)", [INSTALLATION_LOCK]);
}

/** Returns whether the database contains the demo data, or null if it is unused. */
export async function findHasDemo(client: pg.ClientBase): Promise<boolean | null> {
  const { rows } = await client.query<{ has_demo: boolean }>("select has_demo from foyer.installation");
  return rows[0]?.has_demo ?? null;
}

/** Marks the database as used. */
export async function insertInstallation(client: pg.ClientBase, hasDemo: boolean): Promise<void> {
  await client.query("insert into foyer.installation (made_at, has_demo) values (clock_timestamp(), $1)", [hasDemo]);
}
