import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
// @ts-expect-error -- plain JavaScript, as all scripts
import { allTests, requirements, securityPage, testsOf, titlesIn } from "../scripts/security-page.mjs";

interface Line {
  readonly id: string;
  readonly level: number;
  readonly what: string;
  readonly by?: readonly string[];
  readonly told?: string;
  readonly outside?: string;
  readonly open?: string;
}
const home = fileURLToPath(new URL("..", import.meta.url));
const lines = requirements() as readonly Line[];
const tests = allTests() as readonly { title: string; file: string; ids: readonly string[] }[];

describe("docs/security.md", () => {
  test("R-83 the page matches the tests' titles; npm run security-page regenerates it", () => {
    expect(readFileSync(path.join(home, "docs/security.md"), "utf8")).toBe(securityPage());
  });

  test("R-83 it has every line of levels 1 and 2, and each has a test or a reason", () => {
    const ofLevel = (level: number): number => lines.filter((line) => line.level === level).length;
    expect([ofLevel(1), ofLevel(2), new Set(lines.map(({ id }) => id)).size]).toEqual([70, 183, lines.length]);
    for (const { id, by = [], told, outside, open } of lines) {
      const reasons = [told, outside, open].filter((reason) => reason !== undefined);
      expect(by.length + reasons.length, id).toBeGreaterThan(0);
      expect(reasons.length, `${id} has one reason`).toBeLessThanOrEqual(1);
      for (const reason of reasons) expect(reason.length, id).toBeGreaterThan(5);
      if (outside !== undefined) expect(by, `${id} does not apply, so nothing shows it`).toEqual([]);
    }
  });

  test("R-83 each reference names an existing test", () => {
    const named = lines.flatMap(({ by = [] }) => by);
    expect(named.filter((reference) => testsOf(reference, tests).length === 0)).toEqual([]);
  });

  test("no title of a test has more than 120 characters", () => {
    const long = tests.map(({ ids, title }) => [...ids, title].join(" ")).filter((title) => title.length > 120);
    expect(long).toEqual([]);
  });

  test("R-83 each file that a reason names exists", () => {
    for (const { id, told = "", open = "", outside = "" } of lines) {
      for (const [file] of `${told} ${open} ${outside}`.matchAll(/\b(?:docs|apps|packages|deploy)\/[\w./-]*\w/g))
        expect(existsSync(path.join(home, file)), `${id}: ${file}`).toBe(true);
    }
  });
});

test.each([
  ['test("AB-01 plain (round) brackets", () => {', ["AB-01 plain (round) brackets"]],
  ["  test(`AB-02 a ${template} text`, async () => {", ["AB-02 a ${template} text"]],
  ['test.each([\n  ["a", 1],\n] as const)("AB-03 a table: %s", (a) => {', ["AB-03 a table: %s"]],
  ['test.each([...names(one), "b"])("AB-04 names", () => {', ["AB-04 names"]],
  ['describe("AB-05 a group", () => {', ["AB-05 a group"]],
  ['test.runIf(isTorture && canMount)(\n  "AB-06 on a line of its own",', ["AB-06 on a line of its own"]],
  ['expect(contest("AB-07 no title")).toBe(1);', []],
])("R-83 titles are found in %j", (text, titles) => {
  expect(titlesIn(text)).toEqual(titles);
});
