import { rotateAppKeys } from "../data-folder/rotate-app-keys.ts";
import { openDatabase } from "../data-folder/open-database.ts";
import { secretsFault } from "../data-folder/settle-secrets.ts";
import { settingsOrFaults } from "./settings.ts";

/** `rotate-keys`: adds signing keys for the vendor's apps, next to a running system or without one. */
export async function run(args: readonly string[]): Promise<number> {
  if (args.length > 0) {
    process.stderr.write("Usage: npm run foyer -- rotate-keys\n");
    return 1;
  }
  const config = settingsOrFaults();
  if (!config) return 1;
  const database = await openDatabase(config);
  try {
    // A shell with other settings must not encrypt with a key that the system does not have.
    const fault = await secretsFault(config, database);
    if (fault !== null) {
      process.stderr.write(`${fault}\n`);
      return 1;
    }
    await rotateAppKeys(config, database);
    process.stdout.write(
      "New keys sign from now on. Those before them are published for 30 days more; keys of machine files for good.\n",
    );
    return 0;
  } finally {
    await database.close();
  }
}
