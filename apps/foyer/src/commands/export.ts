import { rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { openDatabase } from "../data-folder/open-database.ts";
import { exportAll } from "../import/export-file.ts";
import { presentTime } from "../import/import-file.ts";
import { settingsOrFaults } from "./settings.ts";

/**
 * Writes to a temporary file first, so that a failure keeps the old file. Only the owner may read the hashes: a file of that name
 * that another user left is not written into.
 */
async function save(name: string, text: string): Promise<void> {
  const file = path.resolve(process.env["INIT_CWD"] ?? process.cwd(), name);
  await rm(`${file}.part`, { force: true });
  await writeFile(`${file}.part`, text, { flag: "wx", mode: 0o600 });
  await rename(`${file}.part`, file);
}

/** Waits until all output is written. Otherwise a slow pipe would lose the rest when the process exits. */
function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** `export [FILE]`: writes everything that import reads, to the file or to standard output. */
export async function run(args: readonly string[]): Promise<number> {
  const [name] = args;
  if (args.length > 1) {
    process.stderr.write("Usage: npm run foyer -- export [FILE]\n");
    return 1;
  }
  const config = settingsOrFaults();
  if (!config) return 1;
  const database = await openDatabase(config);
  try {
    const { servingUrl: databaseUrl } = database;
    const now = await presentTime(databaseUrl, config.sandbox.clock);
    const text = await exportAll({ databaseUrl, sandbox: config.sandbox.payments, now });
    await (name === undefined ? print(text) : save(name, text));
    return 0;
  } finally {
    await database.close();
  }
}
