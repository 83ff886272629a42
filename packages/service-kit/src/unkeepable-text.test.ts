import fc from "fast-check";
import { expect, test } from "vitest";
import { holdsLoneSurrogate } from "./unkeepable-text.ts";

test("R-46 all valid UTF-8 is accepted", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => !holdsLoneSurrogate(value)));
});

test("R-46 half a surrogate pair is found at any place", () => {
  const half = fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => String.fromCharCode(unit));
  const planted = fc.oneof(
    half.map((text) => [`a${text}b`]),
    half.map((text) => ({ [text]: 1 })),
    half.map((text) => ({ list: [{ deep: text }] })),
  );
  fc.assert(fc.property(fc.jsonValue(), planted, (value, bad) => holdsLoneSurrogate({ value, bad })));
  let deep: unknown = "\ud83d";
  for (let depth = 0; depth < 100_000; depth++) deep = [deep];
  expect(holdsLoneSurrogate(deep)).toBe(true);
  expect(holdsLoneSurrogate("\ud83d\ude00")).toBe(false);
});
