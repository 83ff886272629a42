import fs from "node:fs";
import path from "node:path";
import { endAfterRestore } from "../backup/end-sessions.ts";
import { CannotRestore, readBackup } from "../backup/read-backup.ts";
import { openDatabase, setupUrlOf } from "../data-folder/open-database.ts";
import { settingsOrFaults } from "./settings.ts";

/** `restore FILE [JOURNAL…]`: a backup into an empty database, the end of every session and mailed link in it, and of accounts erased since. */
export async function run(args: readonly string[]): Promise<number> {
  const [name, ...journals] = args;
  if (name === undefined) {
    process.stderr.write("Usage: npm run foyer -- restore FILE [JOURNAL…]\n");
    return 1;
  }
  const config = settingsOrFaults();
  if (!config) return 1;
  const placeOf = (given: string): string => path.resolve(process.env["INIT_CWD"] ?? process.cwd(), given);
  const file = placeOf(name);
  const absent = args.find((given) => !fs.existsSync(placeOf(given)));
  if (absent !== undefined) {
    process.stderr.write(`${absent} cannot be read: there is no such file\n`);
    return 1;
  }
  const database = await openDatabase(config);
  try {
    const rows = await readBackup(setupUrlOf(database), file);
    process.stdout.write(`${name}: ${rows} rows restored\n`);
    process.stdout.write(await endAfterRestore(database.servingUrl, config, journals));
    return 0;
  } catch (error) {
    if (!(error instanceof CannotRestore)) throw error;
    process.stderr.write(`${name} was not restored: ${error.message}\n`);
    return 1;
  } finally {
    await database.close();
  }
}
