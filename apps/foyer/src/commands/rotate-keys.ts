import { rotateLicenseKey } from "@foyer/accounts/license-secrets";
import { rotateKeys } from "@foyer/accounts/signing-keys";
import { ownKeyring } from "../data-folder/own-keyring.ts";
import { asAccounts, secretsFault } from "../data-folder/settle-secrets.ts";
import { presentTime } from "../import/import-file.ts";
import { misused, onDatabase } from "./settings.ts";

/** `rotate-keys`: adds signing keys for the vendor's apps, next to a running system or without one. */
export async function run(args: readonly string[]): Promise<number> {
  if (args.length > 0) return misused("rotate-keys");
  return onDatabase(async (config, database) => {
    // A shell with other settings must not encrypt with a key that the system does not have.
    const fault = await secretsFault(config, database);
    if (fault !== null) {
      process.stderr.write(`${fault}\n`);
      return 1;
    }
    const now = await presentTime(database.servingUrl, config.sandbox.clock);
    await asAccounts(database, async (db) => {
      await rotateKeys(db, ownKeyring(config), now);
      await rotateLicenseKey(db, ownKeyring(config), now);
    });
    process.stdout.write(
      "New keys sign from now on. Those before them are published for 30 days more; keys of machine files for good.\n",
    );
    return 0;
  });
}
