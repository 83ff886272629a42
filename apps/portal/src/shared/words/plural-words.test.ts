import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { plural } from "#words/plural";

const folder = new URL("en/", import.meta.url);

test("LOOK-18 the forms of a word are chosen by the language's own rules, and nowhere by a comparison with 1", () => {
  expect([0, 1, 2, 2_174].map((count) => plural(count, "seat", "seats"))).toEqual(["seats", "seat", "seats", "seats"]);
  const compared = readdirSync(folder).filter((file) =>
    /[!=]==? 1\b/.test(readFileSync(new URL(file, folder), "utf8")),
  );
  expect(compared).toEqual([]);
});

test("LOOK-18 a count is written as the language writes numbers", () => {
  const raw = readdirSync(folder).flatMap((file) => {
    const text = readFileSync(new URL(file, folder), "utf8");
    return [
      ...text.matchAll(/\b(count|used|quantity|seats|free|wanted): number\b[^\n]*?=>(?:(?!=>)[^;])*?\$\{\1\}/g),
    ].map(([found]) => `${file}: ${found.slice(0, 80)}`);
  });
  expect(raw).toEqual([]);
});
