import { expect, test } from "vitest";
import { importingWords, singleWord } from "./words-by-use.ts";

const CATALOG = `import { number } from "./number.ts";
import { words as frame } from "./frame.ts";
const seatsOf = (count: number) => number(count);
export const words = { ...frame, title: "Seats", held: (count: number) => seatsOf(count), states: { on: "On" } } as const;
`;

test("a word is taken out of its catalog with what it needs, also one of a catalog that it contains", () => {
  const held = singleWord(CATALOG, "team.ts", "held");
  expect(held).toContain("const seatsOf");
  expect(held).toContain("export const word = (count: number) => seatsOf(count);");
  expect(held).not.toContain("Seats");
  expect(singleWord(CATALOG, "team.ts", "states")).toContain('export const word = { on: "On" };');
  expect(singleWord(CATALOG, "team.ts", "frameTitle")).toBe(
    'import { word } from "./frame.ts?word=frameTitle"; export { word };',
  );
  expect(() => singleWord("export const words = {};", "team.ts", "held")).toThrow("there is no word held");
});

test("a source imports each word that it names, and the whole catalog if it uses it in another way", () => {
  const named = importingWords(
    `import { sentences, words as team } from "#words/team"; show(team.title, team.states.on, <p title={team.title}/>);`,
    "screen.tsx",
  );
  expect(named).toBe(
    'import { word as team$title } from "#words/team?word=title";' +
      'import { word as team$states } from "#words/team?word=states";' +
      'import { sentences } from "#words/team"; show(team$title, team$states.on, <p title={team$title}/>);',
  );
  for (const use of ["show(words)", "words[name]", "({ words })", "(words) => words.title"]) {
    const source = `import { words } from "#words/team"; ${use};`;
    expect(importingWords(source, "screen.tsx"), use).toBe(source);
  }
});
