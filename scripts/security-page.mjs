// Writes docs/security.md from docs/asvs.json and the titles of all tests: `npm run security-page`. A test compares the two.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** A text in quotation marks right behind a bracket, where it is the title of a test or of a group of them. */
const TITLE =
  /\b(?:test|it|describe)\b(?:\.\w+)*(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?\(\s*(?:"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g;
/** The end of a table of cases, and the title that follows. */
const TABLE_TITLE = /\](?: as const)?,?\s*\)\(\s*(?:"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g;
const IDS = /^(?:(?:[A-Z][A-Z\d]*-\d{2}|F\d{1,2})\s+)+/;

/** Every title in a file of tests. */
export function titlesIn(text) {
  const found = [...text.matchAll(TITLE), ...text.matchAll(TABLE_TITLE)];
  return [...new Set(found.map(([, plain, template]) => (plain ?? template ?? "").replaceAll(/\s+/g, " ")))];
}

/** All titles, with their ids and the file in which each is. */
export function allTests() {
  const files = fs.globSync(["{apps,packages,bench,scripts,e2e}/**/*.{test,spec}.{ts,tsx}"], { cwd: root });
  return files
    .filter((file) => !/node_modules|[\\/]dist[\\/]/.test(file))
    .toSorted((a, b) => (a < b ? -1 : 1))
    .flatMap((file) =>
      titlesIn(fs.readFileSync(path.join(root, file), "utf8")).map((title) => {
        const ids = IDS.exec(title)?.[0] ?? "";
        return { file, title: title.slice(ids.length), ids: ids.trim().split(/\s+/).filter(Boolean) };
      }),
    );
}

/** The tests that a reference names: `R-49`, `R-83: the SBOM` where the title has to hold these words, or `: words` alone. */
export function testsOf(reference, tests) {
  const [id = "", words = ""] = reference.split(/: ?(.*)/s);
  return tests.filter((test) => (id === "" || test.ids.includes(id)) && test.title.includes(words));
}

export const requirements = () => JSON.parse(fs.readFileSync(path.join(root, "docs/asvs.json"), "utf8"));

const CHAPTERS = {
  1: "Encoding and injection",
  2: "Validation and business logic",
  3: "Browser",
  4: "API and web service",
  5: "Files",
  6: "Authentication",
  7: "Sessions",
  8: "Authorization",
  9: "Self-contained tokens",
  10: "OAuth and OIDC",
  11: "Cryptography",
  12: "Secure communication",
  13: "Configuration",
  14: "Data protection",
  15: "Architecture and code",
  16: "Logging and errors",
  17: "WebRTC",
};

/** `a|b` would end a cell. */
const cell = (text) => text.replaceAll("|", String.raw`\|`);

function rowOf({ id, level, what, by = [], told, outside, open }) {
  const state = open
    ? by.length > 0
      ? "in part"
      : "**not met**"
    : outside
      ? "not applicable"
      : by.length > 0
        ? "tested"
        : "told";
  const reason = open ?? outside ?? told ?? "";
  const proof = by.map((reference) => `\`${reference}\``).join(", ");
  return `| ${id} | ${level} | ${cell(what)} | ${state} | ${cell([proof, reason].filter(Boolean).join("; "))} |`;
}

function chapterOf([number, lines]) {
  const head = `### V${number} ${CHAPTERS[number]}\n\n| line | level | what | state | by what |\n|---|---|---|---|---|`;
  return `${head}\n${lines.map(rowOf).join("\n")}`;
}

function testsSection(lines, tests) {
  const named = [...new Set(lines.flatMap(({ by = [] }) => by))].toSorted((a, b) =>
    a.localeCompare(b, "en", { numeric: true }),
  );
  return named
    .map((reference) => {
      const items = testsOf(reference, tests).map(({ title, file }) => `- ${title.replaceAll("`", "'")} (\`${file}\`)`);
      return `### \`${reference}\`\n\n${[...new Set(items)].join("\n")}`;
    })
    .join("\n\n");
}

/** The page as it has to be. */
export function securityPage() {
  const lines = requirements();
  const tests = allTests();
  const count = (wanted) => lines.filter(wanted).length;
  const chapters = Object.entries(Object.groupBy(lines, ({ id }) => id.split(".")[0]));
  const isOpen = ({ open }) => open !== undefined;
  const isTested = ({ by, open }) => by !== undefined && !open;
  return `# Security, line by line

Written by \`npm run security-page\` from \`docs/asvs.json\` and the titles of the tests; a test fails when it is stale, or when a line has neither a test nor a reason.

The lines are those of the OWASP Application Security Verification Standard 5.0.0, levels 1 and 2, and some of level 3 that a
customer portal needs. ${lines.length} lines: **${count(isTested)}** are tested, **${count(isOpen)}** are open or met in part, **${count(({ told, by, open }) => told && !by && !open)}** are told elsewhere (a document,
a setting, plain code), **${count(({ outside }) => outside)}** do not apply. *Tested* means that a test's title names what the line asks for, not that somebody has certified it.

The words are our own and short; what counts is the standard's text. Numbers and levels: © 2008-2025 The OWASP Foundation, [CC BY-SA 4.0](https://creativecommons.org/licenses/by-sa/4.0/),
<https://github.com/OWASP/ASVS/tree/v5.0.0>; this page and \`docs/asvs.json\` are shared under the same license.

## Open, or met in part

| line | what | what is missing |
|---|---|---|
${lines
  .filter(isOpen)
  .map(({ id, what, open }) => `| ${id} | ${cell(what)} | ${cell(open)} |`)
  .join("\n")}

## All lines

${chapters.map(chapterOf).join("\n\n")}

## The tests by id

${testsSection(lines, tests)}
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  fs.writeFileSync(path.join(root, "docs/security.md"), securityPage());
