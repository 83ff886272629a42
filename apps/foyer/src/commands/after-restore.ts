import { endAfterRestore } from "../backup/end-sessions.ts";
import { openDatabase } from "../data-folder/open-database.ts";
import { settingsOrFaults } from "./settings.ts";

/** `after-restore`: ends every session and mailed link, after a restore by pg_restore, an archive or a snapshot. */
export async function run(args: readonly string[]): Promise<number> {
  if (args.length > 0) {
    process.stderr.write("Usage: npm run foyer -- after-restore\n");
    return 1;
  }
  const config = settingsOrFaults();
  if (!config) return 1;
  const database = await openDatabase(config);
  try {
    process.stdout.write(await endAfterRestore(database.ownerUrl, config.sandbox.clock));
    return 0;
  } finally {
    await database.close();
  }
}
