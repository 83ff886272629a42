import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { type Fault, faultText } from "@foyer/import-file/faults";
import { loadBrand } from "../brand-file.ts";
import { settleInstallation } from "../data-folder/installation.ts";
import { openDatabase } from "../data-folder/open-database.ts";
import { dryRunTable, durationOf, USUAL_PER_HOUR } from "../import/dry-run-table.ts";
import { importAndWelcome, importFile, type Installation, judgeFile } from "../import/import-file.ts";
import { fileNamed, misused, settingsOrFaults } from "./settings.ts";

const FAULTS_TOLD = 100;
/** Ten welcome mails a second. */
const MOST_PER_HOUR = 36_000;

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

function tellFaults(name: string, faults: readonly Fault[]): number {
  for (const fault of faults.slice(0, FAULTS_TOLD)) say(faultText(name, fault));
  if (faults.length > FAULTS_TOLD) say(`… and ${faults.length - FAULTS_TOLD} more faults`);
  return 1;
}

interface Wanted {
  readonly name: string;
  readonly isDryRun: boolean;
  /** Welcome mails in an hour; null without them. */
  readonly perHour: number | null;
}

/** Loads or checks the file and prints the result. Returns the exit code. */
async function load(installation: Installation, wanted: Wanted, file: Uint8Array): Promise<number> {
  const { name, isDryRun, perHour } = wanted;
  if (isDryRun) {
    const judged = await judgeFile(installation, file);
    process.stdout.write(`${dryRunTable(judged, perHour).join("\n")}\n`);
    return judged.faults.length === 0 ? 0 : tellFaults(name, judged.faults);
  }
  const { outcome, welcomed } =
    perHour === null
      ? { outcome: await importFile(installation, file), welcomed: null }
      : await importAndWelcome(installation, file, perHour);
  if ("faults" in outcome) return tellFaults(name, outcome.faults);
  // An imported database belongs to the operator, so no demo data is added later.
  await settleInstallation(installation.databaseUrl, async () => false);
  if (welcomed !== null && perHour !== null) {
    const { people, waiting } = welcomed;
    const time = durationOf(waiting, perHour);
    process.stdout.write(
      `Links to set a password for people of the file: ${people}. Mails that wait: ${waiting}. The running system sends them, ${perHour} an hour (${time}).\n`,
    );
  }
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
  return 0;
}

const usage = "import [--dry-run] [--invite [--per-hour N]] FILE";

function wantedBy(args: readonly string[]): Wanted | null {
  const options = {
    "dry-run": { type: "boolean" },
    invite: { type: "boolean" },
    "per-hour": { type: "string" },
  } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [name, ...more] = positionals;
    const { invite = false, "per-hour": given } = values;
    const perHour = given === undefined ? USUAL_PER_HOUR : Number(given);
    const isRate = /^\d{1,5}$/.test(given ?? "1") && perHour >= 1 && perHour <= MOST_PER_HOUR;
    if (name === undefined || more.length > 0 || !isRate || (given !== undefined && !invite)) return null;
    return { name, isDryRun: values["dry-run"] ?? false, perHour: invite ? perHour : null };
  } catch {
    return null;
  }
}

/** `import FILE`: loads all of it or nothing, with or without a running system. */
export async function run(args: readonly string[]): Promise<number> {
  const wanted = wantedBy(args);
  if (wanted === null) return misused(usage);
  const config = settingsOrFaults();
  const file = config && (await fileOrFault(wanted.name));
  if (!config || !file) return 1;
  const brand = await loadBrand(config.brandFile, config.production);
  const database = await openDatabase(config, "may create");
  try {
    const installation = { config, databaseUrl: database.servingUrl, brand };
    if (config.sandbox.payments) return await load(installation, wanted, file);
    const { withProvider } = await import("../import/with-provider.ts");
    return await withProvider(installation, database, (all) => load(all, wanted, file));
  } finally {
    await database.close();
  }
}
