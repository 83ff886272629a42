import { addressKey } from "@foyer/domain/addresses";
import { linesOf, parseImport } from "@foyer/import-file/parse";
import { demoFile } from "../import/load-demo.ts";

/** Names in the demo data, which distinguish its rows from a vendor's own. */
export interface DemoNames {
  /** Account name to address, in the form of `addressKey`. */
  readonly accounts: ReadonlyMap<string, string>;
  /** Licenses, including those that result from the demo's upgrades. */
  readonly licenses: readonly string[];
  readonly licenseKeys: readonly string[];
}

/** Reads the names of the demo data. Times are not used, so any start time is fine. */
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
