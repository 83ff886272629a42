import { rotateLicenseKey } from "@foyer/accounts/license-secrets";
import { rotateKeys } from "@foyer/accounts/signing-keys";
import { databaseClock } from "@foyer/service-kit/clock";
import type { Config } from "@foyer/service-kit/config";
import { openPool } from "@foyer/service-kit/db";
import type { OpenDatabase } from "./open-database.ts";
import { ownKeyring } from "./own-keyring.ts";
import { asAccounts } from "./settle-secrets.ts";

/** Adds keys that sign id tokens and machine files from now on, by the system's clock. */
export async function rotateAppKeys(config: Config, database: OpenDatabase): Promise<void> {
  const pool = openPool({ url: database.servingUrl, role: "foyer_host", schema: "foyer", max: 1 });
  try {
    const clock = await databaseClock(pool, config.sandbox.clock);
    clock.stop();
    await asAccounts(database, async (db) => {
      await rotateKeys(db, ownKeyring(config), clock.now());
      await rotateLicenseKey(db, ownKeyring(config), clock.now());
    });
  } finally {
    await pool.end();
  }
}
