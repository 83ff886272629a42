import { expect, test } from "vitest";
import { brand as demo } from "../../../brand/fernhill.ts";
import { parseBrand } from "./brand.ts";

const rules = { counts: "seat", limit: 3, offlineDays: 30, freesPer30Days: 3 };

/** The lines that a brand is refused with whose first product has these settings. */
function faultsOf(own: object): string[] {
  const [first, ...others] = demo.products;
  try {
    parseBrand({ ...demo, products: [{ ...first, ...own }, ...others] });
    return [];
  } catch (error) {
    return (error as Error).message.split("\n").map((line) => line.replace(/: .*/, ""));
  }
}

test("WAL-01 the settings of a product are checked field by field", () => {
  for (const activation of [
    rules,
    { ...rules, counts: "license", limit: 1_000, offlineDays: 0, freesPer30Days: 0 },
    { ...rules, limit: 1, offlineDays: 365, freesPer30Days: 100 },
  ]) {
    expect(faultsOf({ activation })).toEqual([]);
  }
  for (const [field, wrong] of [
    ["counts", "person"],
    ["limit", 0],
    ["limit", 1_001],
    ["limit", 1.5],
    ["offlineDays", -1],
    ["offlineDays", 366],
    ["freesPer30Days", -1],
    ["freesPer30Days", 101],
  ] as const) {
    expect(faultsOf({ activation: { ...rules, [field]: wrong } })).toEqual([`products.0.activation.${field}`]);
  }
  expect(faultsOf({ activation: {} })).toHaveLength(4);
  expect(faultsOf({ activation: { ...rules, days: 1 } })).toEqual(["products.0.activation"]);
});

test("WAL-22 the keys of downloads are major versions", () => {
  expect(faultsOf({ downloads: { "3": "https://example.com/3" }, upgradePrice: "$20" })).toEqual([]);
  expect(faultsOf({ downloads: { "3.1": "https://example.com/3" } })).toEqual(["products.0.downloads.3.1"]);
  expect(faultsOf({ downloads: { "3": "ftp://example.com/3" } })).toEqual(["products.0.downloads.3"]);
});
