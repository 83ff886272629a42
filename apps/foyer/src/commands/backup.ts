import { writeBackup } from "../backup/write-backup.ts";
import { fileNamed, misused, onDatabase } from "./settings.ts";

/** `backup FILE`: writes a snapshot of the database, with or without a running system. */
export async function run(args: readonly string[]): Promise<number> {
  const [name] = args;
  if (name === undefined || args.length > 1) return misused("backup FILE");
  return onDatabase(async (_config, { servingUrl }) => {
    const rows = await writeBackup(servingUrl, fileNamed(name));
    process.stdout.write(`${name}: ${rows} rows\n`);
    return 0;
  });
}
