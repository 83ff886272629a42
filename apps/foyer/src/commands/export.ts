import { rename, rm, writeFile } from "node:fs/promises";
import { exportAll } from "../import/export-file.ts";
import { presentTime } from "../import/import-file.ts";
import { fileNamed, misused, onDatabase } from "./settings.ts";

/**
 * Writes to a temporary file first, so that a failure keeps the old file. Only the owner may read the hashes: a file of that name
 * that another user left is not written into.
 */
async function save(name: string, text: string): Promise<void> {
  const file = fileNamed(name);
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
  if (args.length > 1) return misused("export [FILE]");
  return onDatabase(async ({ sandbox }, { servingUrl: databaseUrl }) => {
    const now = await presentTime(databaseUrl, sandbox.clock);
    const text = await exportAll({ databaseUrl, sandbox: sandbox.payments, now });
    await (name === undefined ? print(text) : save(name, text));
    return 0;
  });
}
