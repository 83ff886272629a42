import { openDatabase } from "../data-folder/open-database.ts";
import { dropFormerLogins } from "../logins/serving-login.ts";
import { settingsOrFaults } from "./settings.ts";

/**
 * `setup`: creates or migrates schemas, tables and roles, drops logins of former credentials, and exits. For
 * machines that serve without `DATABASE_SETUP_URL`.
 */
export async function run(args: readonly string[]): Promise<number> {
  if (args.length > 0) {
    process.stderr.write("Usage: npm run foyer -- setup\n");
    return 1;
  }
  const config = settingsOrFaults();
  if (!config) return 1;
  // It sets up an operator's empty database. The embedded one needs no setup, and a wrong DATA_DIR would get one.
  const database = await openDatabase(config, config.databaseUrl === null ? "must exist" : "may create");
  try {
    if (!database.embedded && database.setupUrl !== null)
      await dropFormerLogins(database.setupUrl, database.servingUrl);
    process.stdout.write("The database is up to date.\n");
    if (database.fault !== null) process.stdout.write(`Not fit for production: ${database.fault}.\n`);
    return 0;
  } finally {
    await database.close();
  }
}
