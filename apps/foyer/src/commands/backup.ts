import path from "node:path";
import { writeBackup } from "../backup/write-backup.ts";
import { openDatabase } from "../data-folder/open-database.ts";
import { settingsOrFaults } from "./settings.ts";

/** `backup FILE`: writes a snapshot of the database, with or without a running system. */
export async function run(args: readonly string[]): Promise<number> {
  const [name] = args;
  if (name === undefined || args.length > 1) {
    process.stderr.write("Usage: npm run foyer -- backup FILE\n");
    return 1;
  }
  const config = settingsOrFaults();
  if (!config) return 1;
  const database = await openDatabase(config);
  try {
    const rows = await writeBackup(database.servingUrl, path.resolve(process.env["INIT_CWD"] ?? process.cwd(), name));
    process.stdout.write(`${name}: ${rows} rows\n`);
    return 0;
  } finally {
    await database.close();
  }
}
