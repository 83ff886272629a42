import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

/** Matches the quoted title of a test or a group of tests, directly after the bracket. */
const TITLE =
  /\b(?:test|it|describe)\b(?:\.\w+)*(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?\(\s*(?:"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g;
/** Matches the end of a table of cases and the title after it. */
const TABLE_TITLE = /\](?: as const)?,?\s*\)\(\s*(?:"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g;
const IDS = /^(?:(?:[A-Z][A-Z\d]*-\d{2}|F\d{1,2})\s+)+/;
const LINE = /^\| (?<id>\d+\.\d+\.\d+) \| (?<level>[123]) \| (?<what>[^|]+) \| (?<state>[^|]+) \| (?<evidence>.+) \|$/;
const EVIDENCE = /^(?<named>(?:`[^`]+`(?:, )?)*)(?:; )?(?<reason>.*)$/;

const home = fileURLToPath(new URL("..", import.meta.url));
const page = readFileSync(path.join(home, "docs/security.md"), "utf8");

function titlesIn(text: string): readonly string[] {
  const found = [...text.matchAll(TITLE), ...text.matchAll(TABLE_TITLE)];
  return [...new Set(found.map(([, plain, template]) => (plain ?? template ?? "").replaceAll(/\s+/g, " ")))];
}

const titles = globSync("{apps,packages,bench,scripts,e2e}/**/*.{test,spec}.{ts,tsx}", { cwd: home })
  .filter((file) => !/node_modules|[\\/]dist[\\/]/.test(file))
  .flatMap((file) => titlesIn(readFileSync(path.join(home, file), "utf8")));

/** `R-49` fits a title with this id, `R-83: the SBOM` one that also contains these words, and `: words` any with these words. */
function hasTest(reference: string): boolean {
  const [id = "", words = ""] = reference.split(/: ?(.*)/s);
  return titles.some((title) => {
    const ids = IDS.exec(title)?.[0] ?? "";
    return (id === "" || ids.trim().split(/\s+/).includes(id)) && title.slice(ids.length).includes(words);
  });
}

const rows = page.split("\n").filter((row) => /^\| \d/.test(row));
const lines = rows.map((row) => {
  const { id = "", level = "", state = "", evidence = "" } = LINE.exec(row)?.groups ?? {};
  const { named = "", reason = "" } = EVIDENCE.exec(evidence)?.groups ?? {};
  return { row, id, level, state, reason, named: Array.from(named.matchAll(/`([^`]+)`/g), ([, name = ""]) => name) };
});

/** Whether a line in this state names tests, and whether it gives a reason. A tested line may have one. */
const STATES: Readonly<Record<string, { readonly tests: boolean; readonly reason?: boolean }>> = {
  tested: { tests: true },
  "in part": { tests: true, reason: true },
  "**not met**": { tests: false, reason: true },
  documented: { tests: false, reason: true },
  "not applicable": { tests: false, reason: true },
};

describe("docs/security.md", () => {
  test("R-83 it has every line of levels 1 and 2, and counts the lines of each state", () => {
    const count = (...states: string[]): number => lines.filter(({ state }) => states.includes(state)).length;
    const ofLevel = (wanted: string): number => lines.filter(({ level }) => level === wanted).length;
    expect([ofLevel("1"), ofLevel("2"), new Set(lines.map(({ id }) => id)).size]).toEqual([70, 183, lines.length]);
    expect(page.replaceAll(/\s+/g, " ")).toContain(
      `${lines.length} lines: **${count("tested")}** are tested, **${count("in part", "**not met**")}** are open or met in part, ` +
        `**${count("documented")}** are documented elsewhere (in a document, a setting, or the code), **${count("not applicable")}** do not apply.`,
    );
  });

  test("R-83 each line has a test or a reason, as its state says", () => {
    for (const { row, state, named, reason } of lines) {
      const wanted = STATES[state];
      expect(named.length > 0, row).toBe(wanted?.tests);
      if (wanted?.reason || reason !== "") expect(reason.length, row).toBeGreaterThan(5);
    }
  });

  test("R-83 the lines that are open or met in part are in the first table", () => {
    const others = page.slice(page.indexOf("## The other lines"));
    const open = lines.filter(({ state }) => state === "in part" || state === "**not met**");
    expect(lines.filter(({ row }) => !others.includes(row))).toEqual(open);
  });

  test("R-83 each reference names an existing test", () => {
    expect(lines.flatMap(({ named }) => named).filter((reference) => !hasTest(reference))).toEqual([]);
  });

  test("no title of a test has more than 120 characters", () => {
    expect(titles.filter((title) => title.length > 120)).toEqual([]);
  });

  test("R-83 each file that a reason names exists", () => {
    for (const { row, reason } of lines) {
      for (const [file] of reason.matchAll(/\b(?:docs|apps|packages|deploy)\/[\w./-]*\w/g))
        expect(existsSync(path.join(home, file)), row).toBe(true);
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
])("R-83 titles are found in %j", (text, found) => {
  expect(titlesIn(text)).toEqual(found);
});
