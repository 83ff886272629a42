import { importFile, type Installation } from "./import-file.ts";

/** A sign-in of the demo from `brand/demo-sign-ins.ts`. */
export interface DemoSignIn {
  readonly username: string;
  readonly password: string;
  readonly about: string;
}

const demoFolder = new URL("../../../../brand/", import.meta.url);

/** Returns the demo data as an import file. */
export async function demoFile(): Promise<Buffer> {
  const module = (await import(new URL("demo-data.ts", demoFolder).href)) as { readonly demoData: () => string };
  return Buffer.from(module.demoData());
}

/**
 * Loads the demo data. Loading them again changes nothing.
 *
 * @throws Error if they cannot be loaded, for example with a vendor's brand without their plans.
 */
export async function loadDemo(installation: Installation): Promise<void> {
  const file = await demoFile();
  const whole = await importFile(installation, file);
  if (!("faults" in whole)) return;
  // A vendor's brand may allow no devices, or fewer than the demo has.
  const outcome = await importFile(installation, withoutDevices(file));
  if (!("faults" in outcome)) return;
  const [first] = outcome.faults;
  throw new Error(`The demo data cannot be loaded: line ${first?.line}: ${first?.field}: ${first?.message}`);
}

function withoutDevices(file: Buffer): Buffer {
  const lines = file.toString().split("\n");
  return Buffer.from(lines.filter((line) => !line.startsWith('{"type":"activation"')).join("\n"));
}

/** Returns the sign-ins of the demo. */
export async function demoSignIns(): Promise<readonly DemoSignIn[]> {
  const module = (await import(new URL("demo-sign-ins.ts", demoFolder).href)) as {
    readonly demoSignIns: readonly DemoSignIn[];
  };
  return module.demoSignIns;
}
