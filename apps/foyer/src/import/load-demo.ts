import { importFile, type Installation } from "./import-file.ts";

/** A way into the demo, as `brand/demo-sign-ins.ts` lists them. */
export interface DemoSignIn {
  readonly username: string;
  readonly password: string;
  readonly about: string;
}

const demoFolder = new URL("../../../../brand/", import.meta.url);

/** The demo data, as an import file has them. */
export async function demoFile(): Promise<Buffer> {
  const module = (await import(new URL("demo-data.ts", demoFolder).href)) as { readonly demoData: () => string };
  return Buffer.from(module.demoData());
}

/**
 * Loads the demo data; loading them again changes nothing.
 *
 * @throws Error where they cannot be loaded, as with a vendor's own brand that does not sell their plans.
 */
export async function loadDemo(installation: Installation): Promise<void> {
  const outcome = await importFile(installation, await demoFile());
  if (!("faults" in outcome)) return;
  const [first] = outcome.faults;
  throw new Error(`The demo data cannot be loaded: line ${first?.line}: ${first?.field}: ${first?.message}`);
}

/** Who can sign in to the demo. */
export async function demoSignIns(): Promise<readonly DemoSignIn[]> {
  const module = (await import(new URL("demo-sign-ins.ts", demoFolder).href)) as {
    readonly demoSignIns: readonly DemoSignIn[];
  };
  return module.demoSignIns;
}
