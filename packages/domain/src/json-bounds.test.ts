import fc from "fast-check";
import { expect, test } from "vitest";
import { type Bounds, excessOf } from "./json-bounds.ts";

const wide: Bounds = { fields: 1_000_000, items: 1_000_000, itemsInAll: 1_000_000, depth: 1_000_000 };
const bounds: Bounds = { fields: 100, items: 2_200, itemsInAll: 4_400, depth: 5 };

const list = (count: number, item = "1"): string => `[${Array<string>(count).fill(item).join(",")}]`;
const object = (count: number, value = "1"): string =>
  `{${Array.from({ length: count }, (_, n) => `"f${n}":${value}`).join(",")}}`;
const nested = (depth: number): string => `${'{"a":'.repeat(depth - 1)}{}${"}".repeat(depth - 1)}`;

test.each([
  ["100 fields", object(100), null],
  ["101 fields", object(101), "fields"],
  ["101 fields in an object of its own", `{"a":${object(100)}}`, "fields"],
  ["51 fields, and the same 50 below", object(51).replace(/1}$/, `${object(50)}}`), "fields"],
  ["a list of 2,200", `{"a":${list(2_200)}}`, null],
  ["a list of 2,201", `{"a":${list(2_201)}}`, "items"],
  ["two lists of 2,200", `{"a":${list(2_200)},"b":${list(2_200)}}`, null],
  ["three lists of 2,200", object(3, list(2_200)), "items"],
  ["5,000 empty lists", `{"a":${list(3, list(1_700, "[]"))}}`, "items"],
  [
    "2,200 seats",
    `{"seats":${list(2_200, '{"id":"s","username":null,"email":"a","status":"active","short_url":null}')}}`,
    null,
  ],
  ["101 names in a list's items", `{"a":[${object(60)},${object(60).replaceAll("f", "g")}]}`, "fields"],
  ["depth 5", nested(5), null],
  ["depth 6", nested(6), "depth"],
  ["lists at depth 6", "[[[[[[]]]]]]", "depth"],
  ["brackets in a text", '{"a":"[[[[[[[[[[","b\\"{{{{{{{{":1}', null],
  ["one field twice", '{"a":1,"b":2,"a":3}', "twice"],
  ["one field twice, once escaped", String.raw`{"a":1,"\u0061":2}`, "twice"],
  ["one field twice around an object that has it too", '{"a":{"a":{"a":1}},"b":1,"a":2}', "twice"],
  ["a field of two objects of a list", '{"l":[{"a":1},{"a":2}],"m":{"a":1}}', null],
  ["the empty name twice", '{"":1,"":2}', "twice"],
  ["__proto__ twice", '{"__proto__":1,"__proto__":2}', "twice"],
])("R-46 %s", (_what, text, excess) => {
  JSON.parse(text);
  expect(excessOf(text, bounds)).toBe(excess);
});

/** A JSON value as text: objects are lists of pairs, so that a name may occur twice. */
type Written = { readonly text: string; readonly isTwice: boolean; readonly depth: number; readonly longest: number };

const blank = fc.constantFrom("", "", " ", "\n\t");
const name = fc.oneof(
  fc.constantFrom("a", "b", String.raw`\u0061`, String.raw`\"`, String.raw`\\`, "", "__proto__", "[", "é", "🎈"),
  fc.string({ maxLength: 4 }).map((text) => JSON.stringify(text).slice(1, -1)),
);
const plain = fc
  .oneof(fc.jsonValue({ maxDepth: 0 }), fc.string({ unit: "binary" }), fc.constantFrom('"', "\\", '\\"', ",:{}[]"))
  .map((value): Written => ({ text: JSON.stringify(value), isTwice: false, depth: 0, longest: 0 }));
const deepest = (of: readonly Written[]): number => Math.max(0, ...of.map(({ depth }) => depth));
const longest = (of: readonly Written[]): number => Math.max(0, ...of.map((one) => one.longest));

const { value } = fc.letrec<{ value: Written }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    plain,
    fc.tuple(fc.array(tie("value"), { maxLength: 6 }), blank).map(([items, space]) => ({
      text: `[${space}${items.map(({ text }) => `${text}${space}`).join(",")}]`,
      isTwice: items.some(({ isTwice }) => isTwice),
      depth: deepest(items) + 1,
      longest: Math.max(items.length, longest(items)),
    })),
    fc.tuple(fc.array(fc.tuple(name, tie("value")), { maxLength: 6 }), blank).map(([fields, space]) => ({
      text: `{${fields.map(([key, { text }]) => `${space}"${key}"${space}:${space}${text}`).join(",")}${space}}`,
      isTwice:
        new Set(fields.map(([key]) => JSON.parse(`"${key}"`))).size < fields.length ||
        fields.some(([, one]) => one.isTwice),
      depth: deepest(fields.map(([, one]) => one)) + 1,
      longest: longest(fields.map(([, one]) => one)),
    })),
  ),
}));

test("R-46 all text that the parser accepts is judged by its content, in any spelling", () => {
  let twice = 0;
  fc.assert(
    fc.property(value, (written) => {
      JSON.parse(written.text);
      if (written.isTwice) twice += 1;
      expect(excessOf(written.text, wide)).toBe(written.isTwice ? "twice" : null);
      if (written.isTwice) return;
      expect(excessOf(written.text, { ...wide, depth: written.depth })).toBe(null);
      expect(excessOf(written.text, { ...wide, items: Math.max(1, written.longest) })).toBe(null);
      if (written.depth > 0) expect(excessOf(written.text, { ...wide, depth: written.depth - 1 })).toBe("depth");
      if (written.longest > 1) expect(excessOf(written.text, { ...wide, items: written.longest - 1 })).toBe("items");
    }),
    { numRuns: 2_000 },
  );
  expect(twice).toBeGreaterThan(50);
});

test("invalid JSON is left to the parser", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('"', "\\", "{", "}", "[", "]", ",", ":", "a", "1", " "), maxLength: 60 }),
      (text) => {
        excessOf(text, bounds);
      },
    ),
    { numRuns: 2_000 },
  );
});
