import pg from "pg";

const INSTALLATION_LOCK = 4_400_003;

/**
 * Makes the database somebody's, once: `fill` runs where nobody has used it, and its answer says whether demo data is in it.
 *
 * Two starters at once take turns. Where `fill` fails, or the process dies in it, the next start tries again.
 *
 * @returns whether the database holds the demo data.
 */
export async function settleInstallation(databaseUrl: string, fill: () => Promise<boolean>): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl, options: "-c role=foyer_host" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [INSTALLATION_LOCK]);
    const { rows } = await client.query<{ has_demo: boolean }>("select has_demo from foyer.installation");
    if (rows[0]) return rows[0].has_demo;
    const hasDemo = await fill();
    await client.query("insert into foyer.installation (made_at, has_demo) values (clock_timestamp(), $1)", [hasDemo]);
    return hasDemo;
  } finally {
    await client.end();
  }
}
