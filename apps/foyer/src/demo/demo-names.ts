import { addressKey } from "@foyer/domain/addresses";
import { linesOf, parseImport } from "@foyer/import-file/parse";
import { demoFile } from "../import/load-demo.ts";

/** What the demo data name: how its rows are told from a vendor's own. */
export interface DemoNames {
  /** Account name and address, as addresses are compared. */
  readonly accounts: ReadonlyMap<string, string>;
  /** Licenses, and those that the demo's upgrades become. */
  readonly licenses: readonly string[];
  readonly licenseKeys: readonly string[];
}

/** Reads the names of the demo data. Offsets of its times count from any instant: no time is used. */
export async function readDemoNames(): Promise<DemoNames> {
  const { lines } = parseImport(linesOf(await demoFile()), new Date());
  const accounts = new Map<string, string>();
  const licenses: string[] = [];
  const licenseKeys: string[] = [];
  for (const line of lines) {
    if (line.type === "account") accounts.set(line.key, addressKey(line.fields.email));
    if (line.type === "license" || line.type === "upgrade") licenses.push(line.key);
    if (line.type === "license_key") licenseKeys.push(line.key);
  }
  return { accounts, licenses, licenseKeys };
}
