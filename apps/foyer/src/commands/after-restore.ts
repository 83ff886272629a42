import fs from "node:fs";
import { endAfterRestore, readJournals, toldJournals } from "../backup/end-sessions.ts";
import { fileNamed, misused, onDatabase } from "./settings.ts";

/**
 * `after-restore [JOURNAL…]`: ends every session and mailed link, and erases accounts again that were erased
 * before. For use after a restore with pg_restore, an archive or a snapshot.
 */
export async function run(args: readonly string[]): Promise<number> {
  const absent = args.find((name) => !fs.existsSync(fileNamed(name)));
  if (absent !== undefined) {
    process.stderr.write(`${absent} cannot be read: there is no such file\n`);
    return misused("after-restore [JOURNAL…]");
  }
  return onDatabase(async (config, database) => {
    const journals = await readJournals(config, args.map(fileNamed));
    process.stdout.write(await endAfterRestore(database, config, journals));
    process.stderr.write(toldJournals(config, journals));
    return 0;
  });
}
