import { dropFormerLogins } from "../logins/serving-login.ts";
import { misused, onDatabase } from "./settings.ts";

/**
 * `setup`: creates or migrates schemas, tables and roles, drops logins of former credentials, and exits. For
 * machines that serve without `DATABASE_SETUP_URL`.
 */
export async function run(args: readonly string[]): Promise<number> {
  if (args.length > 0) return misused("setup");
  return onDatabase(
    async (_config, { embedded, setupUrl, servingUrl, fault }) => {
      if (!embedded && setupUrl !== null) await dropFormerLogins(setupUrl, servingUrl);
      process.stdout.write("The database is up to date.\n");
      if (fault !== null) process.stdout.write(`Not fit for production: ${fault}.\n`);
      return 0;
    },
    // It sets up an operator's empty database. The embedded one needs no setup, and a wrong DATA_DIR would get one.
    ({ databaseUrl }) => (databaseUrl === null ? "must exist" : "may create"),
  );
}
