import path from "node:path";
import { appSecretFaults } from "@foyer/accounts/app-secrets";
import type { Brand } from "@foyer/contract/brand";
import { type Config, readConfig } from "@foyer/service-kit/config";
import { loadBrand } from "../brand-file.ts";
import { journalFault } from "../data-folder/erasure-journal.ts";
import { type OpenDatabase, openDatabase } from "../data-folder/open-database.ts";
import type { Part } from "../parts.ts";

/** Prints one line for each fault. */
function tell(faults: readonly string[]): null {
  process.stderr.write(`Foyer cannot start with these settings:\n${faults.map((fault) => `  ${fault}\n`).join("")}`);
  return null;
}

/** Returns the settings. Prints one line for each fault and returns null if there are any. */
export function settingsOrFaults(): Config | null {
  const read = readConfig(process.env);
  return "config" in read ? read.config : tell(read.faults);
}

/** Prints how to call the command. Returns its exit code. */
export function misused(usage: string): number {
  process.stderr.write(`Usage: npm run foyer -- ${usage}\n`);
  return 1;
}

/** Absolute path of a file that the operator named. npm runs commands in the project's folder, and names the caller's folder. */
export const fileNamed = (name: string): string => path.resolve(process.env["INIT_CWD"] ?? process.cwd(), name);

/** Reads the settings, opens the database and runs the command's work. Returns the exit code: 1 if a setting has a fault. */
export async function onDatabase(
  work: (config: Config, database: OpenDatabase) => Promise<number>,
  missing?: (config: Config) => "may create" | "must exist",
): Promise<number> {
  const config = settingsOrFaults();
  if (!config) return 1;
  const database = await openDatabase(config, missing?.(config));
  try {
    return await work(config, database);
  } finally {
    await database.close();
  }
}

/** The settings and the brand of a process that serves. */
interface ServingSettings {
  readonly config: Config;
  readonly brand: Brand;
}

/** Without settings, because they have a fault, the environment alone says what runs. */
async function brandOrFaults(config: Config | null): Promise<Brand | readonly string[]> {
  const { BRAND_FILE: file, NODE_ENV: environment } = process.env;
  try {
    const isProduction = config?.production ?? environment === "production";
    return await loadBrand(file === undefined || file.trim() === "" ? null : file, isProduction);
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).split("\n");
  }
}

/** Settings that must be tried: the brand's file with the secrets that it asks for, and the journal. */
async function triedFaults(config: Config | null, brand: Brand | readonly string[], parts: readonly Part[]) {
  const asksSecrets = parts.includes("accounts") || parts.includes("worker");
  const own = "products" in brand ? (asksSecrets ? appSecretFaults(brand, process.env) : []) : brand;
  // With another fault only a named journal is tried, because the data folder may be the wrong one.
  const journal = config ?? { erasureJournal: process.env["ERASURE_JOURNAL"] || null, dataDir: null };
  return [...own, ...(parts.includes("worker") ? await journalFault(journal) : [])];
}

/** Returns what a process serves with. Finds all faults in one pass, prints one line for each, and returns null if there are any. */
export async function servingSettingsOrFaults(parts: readonly Part[]): Promise<ServingSettings | null> {
  const read = readConfig(process.env, parts);
  const config = "config" in read ? read.config : null;
  const found = "faults" in read ? read.faults : [];
  const brand = await brandOrFaults(config);
  const tried = await triedFaults(config, brand, parts);
  const named = new Set(found.map((fault) => fault.split(":")[0]));
  const faults = [...found, ...tried.filter((fault) => !named.has(fault.split(":")[0]))];
  return config && "products" in brand && faults.length === 0 ? { config, brand } : tell(faults);
}
