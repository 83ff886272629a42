import fs from "node:fs";
import path from "node:path";
import { endAfterRestore, readJournals, toldJournals } from "../backup/end-sessions.ts";
import { openDatabase } from "../data-folder/open-database.ts";
import { settingsOrFaults } from "./settings.ts";

/**
 * `after-restore [JOURNAL…]`: ends every session and mailed link, and erases accounts again that were erased
 * before. For use after a restore with pg_restore, an archive or a snapshot.
 */
export async function run(args: readonly string[]): Promise<number> {
  const absent = args.find((name) => !fs.existsSync(path.resolve(process.env["INIT_CWD"] ?? process.cwd(), name)));
  if (absent !== undefined) {
    process.stderr.write(
      `${absent} cannot be read: there is no such file\nUsage: npm run foyer -- after-restore [JOURNAL…]\n`,
    );
    return 1;
  }
  const config = settingsOrFaults();
  if (!config) return 1;
  const journals = await readJournals(config, args);
  const database = await openDatabase(config);
  try {
    process.stdout.write(await endAfterRestore(database.servingUrl, config, journals));
    process.stderr.write(toldJournals(config, journals));
    return 0;
  } finally {
    await database.close();
  }
}
