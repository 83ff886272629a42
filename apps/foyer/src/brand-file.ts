import path from "node:path";
import { pathToFileURL } from "node:url";
import { type Brand, parseBrand } from "@foyer/contract/brand";

const demoBrand = new URL("../../../brand/fernhill.ts", import.meta.url);

/**
 * Loads the vendor's brand from `BRAND_FILE`, a module that exports `brand`, or the demo vendor.
 *
 * @throws Error with one line for each fault of the file.
 */
export async function loadBrand(file: string | null): Promise<Brand> {
  const address = file ? pathToFileURL(path.resolve(file)) : demoBrand;
  const module = (await import(address.href)) as { brand?: unknown };
  return parseBrand(module.brand);
}
