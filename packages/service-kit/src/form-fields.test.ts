import type { Bounds } from "@foyer/domain/json-bounds";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readForm } from "./form-fields.ts";

const bounds: Bounds = { fields: 100, items: 2_200, itemsInAll: 4_400, depth: 5 };
const read = (text: string): unknown => {
  const fields = readForm(Buffer.from(text), bounds);
  return typeof fields === "string" ? fields : Object.fromEntries(fields);
};
const many = (count: number, pair: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => pair(n)).join("&");

test.each([
  ["", {}],
  ["&&a=1&", { a: "1" }],
  ["a", { a: "" }],
  ["=1", { "": "1" }],
  ["a=b=c", { a: "b=c" }],
  ["a=1&a=2&a=3", { a: ["1", "2", "3"] }],
  ["a[]=1", { a: ["1"] }],
  ["a=1&a[]=2", { a: ["1", "2"] }],
  ["a%5B%5D=1&a+b=c+d%2B", { a: ["1"], "a b": "c d+" }],
  ["n=%C3%A9%F0%9F%8E%88é", { n: "é🎈é" }],
])("R-46 the form %s", (text, fields) => {
  expect(read(text)).toEqual(fields);
});

test("R-46 names of Object's own properties are ordinary field names", () => {
  const fields = read("__proto__=1&constructor=2&toString=3") as Record<string, unknown>;
  expect(Object.entries(fields)).toEqual([
    ["__proto__", "1"],
    ["constructor", "2"],
    ["toString", "3"],
  ]);
  expect(Object.getPrototypeOf({})).toBe(Object.prototype);
});

test.each([
  ["100 fields", many(100, (n) => `f${n}`), "object"],
  ["101 fields", many(101, (n) => `f${n}`), "fields"],
  ["a list of 2,200", many(2_200, () => "a"), "object"],
  ["a list of 2,201", many(2_201, () => "a"), "items"],
  ["two lists of 2,200", many(4_400, (n) => `${"ab"[n % 2]}=1`), "object"],
  ["three lists of 2,200", many(6_600, (n) => `${"abc"[n % 3]}=1`), "items"],
])("R-46 a form of %s", (_what, text, outcome) => {
  const fields = read(text);
  expect(typeof fields === "string" ? fields : "object").toBe(outcome);
});

test.each(["a=%zz", "%=1", "a=%ff", "a=%C3&b=%A9"])("R-46 %s is not a form", (text) => {
  expect(() => read(text)).toThrow();
});

test("R-46 bytes that are not UTF-8 are not a form", () => {
  expect(() => readForm(Buffer.from([0x61, 0x3d, 0xff]), bounds)).toThrow();
});

test("R-46 a form is parsed as the platform parses it", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 6 }).filter((one) => one.isWellFormed());
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { maxLength: 20 }), (pairs) => {
      const form = new URLSearchParams(pairs).toString();
      const expected = new Map<string, string[]>();
      for (const [name, value] of pairs) {
        const key = name.endsWith("[]") ? name.slice(0, -2) : name;
        expected.set(key, [...(expected.get(key) ?? []), value]);
      }
      const fields = readForm(Buffer.from(form), bounds);
      if (typeof fields === "string") throw new Error(fields);
      expect(new Map([...fields].map(([name, value]) => [name, Array.isArray(value) ? value : [value]]))).toEqual(
        expected,
      );
    }),
    { numRuns: 1_000 },
  );
});
