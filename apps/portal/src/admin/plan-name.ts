import { parseProductId } from "@foyer/domain/product-id";
import { words } from "#words/admin";
import { brand } from "../shared/settings/settings.ts";

/** Returns the name of a plan: `Outlinear 5, yearly`. A plan of an unknown product keeps its id. */
export function planName(id: string): string {
  const { code, majorVersion, interval } = parseProductId(id);
  const name = brand.products.find((product) => product.code === code)?.name;
  if (name === undefined) return id;
  return [[name, majorVersion ?? ""].join(" ").trim(), ...(interval ? [words.intervals[interval]] : [])].join(", ");
}
