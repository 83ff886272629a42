import { readFile } from "node:fs/promises";
import { faultText } from "@foyer/import-file/faults";
import { loadBrand } from "../brand-file.ts";
import { settleInstallation } from "../data-folder/installation.ts";
import { openDatabase } from "../data-folder/open-database.ts";
import { importFile, type Installation } from "../import/import-file.ts";
import { fileNamed, misused, settingsOrFaults } from "./settings.ts";

const FAULTS_TOLD = 100;

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Returns the file as bytes. Prints the reason and returns null if it cannot be read. */
async function fileOrFault(name: string): Promise<Uint8Array | null> {
  try {
    return await readFile(fileNamed(name));
  } catch (error) {
    say(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

/** Loads the file and prints the result. Returns the exit code. */
async function load(installation: Installation, name: string, file: Uint8Array): Promise<number> {
  const outcome = await importFile(installation, file);
  if ("faults" in outcome) {
    for (const fault of outcome.faults.slice(0, FAULTS_TOLD)) say(faultText(name, fault));
    if (outcome.faults.length > FAULTS_TOLD) say(`… and ${outcome.faults.length - FAULTS_TOLD} more faults`);
    return 1;
  }
  // An imported database belongs to the operator, so no demo data is added later.
  await settleInstallation(installation.databaseUrl, async () => false);
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
  return 0;
}

/** `import FILE`: loads all of it or nothing, with or without a running system. */
export async function run(args: readonly string[]): Promise<number> {
  const [name] = args;
  if (name === undefined || args.length > 1) return misused("import FILE");
  const config = settingsOrFaults();
  const file = config && (await fileOrFault(name));
  if (!config || !file) return 1;
  const brand = await loadBrand(config.brandFile, config.production);
  const database = await openDatabase(config, "may create");
  try {
    const installation = { config, databaseUrl: database.servingUrl, brand };
    if (config.sandbox.payments) return await load(installation, name, file);
    const { withProvider } = await import("../import/with-provider.ts");
    return await withProvider(installation, database, (all) => load(all, name, file));
  } finally {
    await database.close();
  }
}
