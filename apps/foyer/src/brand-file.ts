import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type Brand, parseBrand } from "@foyer/contract/brand";

const demoBrand = new URL("../../../brand/fernhill.ts", import.meta.url);

/** Names the setting in each line of an error about the vendor's file. */
function named(file: string, error: unknown): Error {
  const text = error instanceof Error ? error.message : String(error);
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return new Error(lines.map((line) => `BRAND_FILE: ${file}: ${line}`).join("\n"), { cause: error });
}

/**
 * Loads the vendor's brand from `BRAND_FILE`, a module that exports `brand`, or the demo vendor.
 *
 * @throws Error with one line for each fault of the file.
 */
export async function loadBrand(file: string | null, isProduction: boolean): Promise<Brand> {
  const address = file ? pathToFileURL(path.resolve(file)) : demoBrand;
  try {
    if (!fs.existsSync(address)) throw new Error("there is no such file; it must be a module that exports `brand`");
    const module = (await import(address.href)) as { brand?: unknown };
    return parseBrand(module.brand, isProduction);
  } catch (error) {
    throw file ? named(file, error) : error;
  }
}
