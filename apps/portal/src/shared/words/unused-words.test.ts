import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const source = fileURLToPath(new URL("../../", import.meta.url));
const folder = fileURLToPath(new URL("en/", import.meta.url));

/** The words of a part, by name; a table by values of the wire is a name with names below it. */
type Words = Readonly<Record<string, unknown>>;

/**
 * Returns the words that the sources name, as `team.cancel` or `team.verdicts.good`; a table with an entry chosen at
 * run time, as `team.verdicts.*`.
 */
function wordsNamed(sources: readonly string[]): ReadonlySet<string> {
  const named = new Set<string>();
  for (const text of sources) {
    for (const [, alias = "words", part = ""] of text.matchAll(/\bwords(?: as (\w+))? \} from "#words\/([\w-]+)"/g)) {
      const uses = new RegExp(String.raw`\b${alias}\s*\.\s*(\w+)(?:\s*\.\s*(\w+))?`, "g");
      for (const [, name, below = "*"] of text.matchAll(uses))
        named.add(`${part}.${name}`).add(`${part}.${name}.${below}`);
    }
  }
  return named;
}

/** Returns the words of a part that no source names. */
function unusedWords(part: string, words: Words, named: ReadonlySet<string>): string[] {
  return Object.entries(words).flatMap(([name, word]) => {
    const path = `${part}.${name}`;
    if (!named.has(path)) return [path];
    if (typeof word !== "object" || word === null || Array.isArray(word) || named.has(`${path}.*`)) return [];
    return Object.keys(word).flatMap((below) => (named.has(`${path}.${below}`) ? [] : [`${path}.${below}`]));
  });
}

/** Returns uses of words other than by their names, which would hide unused words. */
function takenWhole(text: string): string[] {
  return [...text.matchAll(/\bwords(?: as (\w+))? \} from "#words\//g)].flatMap(([, alias = "words"]) =>
    [...text.matchAll(new RegExp(String.raw`[\w.]*(?:\.\.\.|[=(,] ?)${alias}\b(?!\.|:| \}| =)|\b${alias}\[`, "g"))].map(
      ([found]) => found,
    ),
  );
}

const sources = readdirSync(source, { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((file) => !relative(source, file).includes("words/"))
  .map((file) => readFileSync(file, "utf8"));

test("every word is used by a source of the portal", async () => {
  const named = wordsNamed(sources);
  const parts = readdirSync(folder).map((file) => file.replace(/\.ts$/, ""));
  expect(parts.length).toBeGreaterThan(30);
  const unused = await Promise.all(
    parts.map(async (part) => {
      const { words = {} } = (await import(`./en/${part}.ts`)) as { words?: Words };
      return unusedWords(part, words, named);
    }),
  );
  expect(unused.flat()).toEqual([]);
  expect(sources.flatMap(takenWhole)).toEqual([]);
});

test("an unused word is found, single or in a table, and so are words used as a whole", () => {
  const words = { done: "Done", stray: "Nobody says this", states: { on: "On", off: "Off" }, kinds: { one: "One" } };
  const text = `import { words as team } from "#words/team"; [team.done, team.states.on, team.kinds[kind]];`;
  expect(unusedWords("team", words, wordsNamed([text]))).toEqual(["team.stray", "team.states.off"]);
  expect(takenWhole(text)).toEqual([]);
  expect(takenWhole(`import { words } from "#words/team"; words[name]; show(words);`)).toHaveLength(2);
});
