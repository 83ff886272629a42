import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { settingNames } from "@foyer/service-kit/config";
import { describe, expect, test } from "vitest";
import { testCardLines } from "../apps/payment-sandbox/src/objects/test-card.ts";
import { demoSignIns } from "../brand/demo-sign-ins.ts";

const home = fileURLToPath(new URL("..", import.meta.url));
const read = (file: string): string => readFileSync(path.join(home, file), "utf8");

interface Manifest {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
const manifest = (file: string): Manifest => JSON.parse(read(file)) as Manifest;

/** Returns the first cells in code marks of a page's tables. */
const tableKeys = (page: string): string[] =>
  [...read(page).matchAll(/^\| `([^`]+)` \|/gm)].map(([, key]) => key ?? "");

const pages = globSync(["*.md", "docs/**/*.md", "{apps,packages}/*/README.md"], { cwd: home }).filter(
  (page) => !page.includes("node_modules"),
);

test("docs/configuration.md lists every setting, in the order of the code, and no other", () => {
  expect(tableKeys("docs/configuration.md")).toEqual(settingNames);
});

test("docs/dependencies.md gives a reason for every package that we name, and no other", () => {
  const manifests = ["package.json", ...globSync("{apps,packages}/*/package.json", { cwd: home }), "e2e/package.json"];
  const named = manifests
    .map(manifest)
    .flatMap((one) => [
      ...Object.entries(one.dependencies ?? {}),
      ...Object.entries(one.devDependencies ?? {}),
      ...Object.entries(one.optionalDependencies ?? {}),
    ]);
  const outside = named.filter(([name]) => !name.startsWith("@foyer/"));
  expect(tableKeys("docs/dependencies.md").toSorted()).toEqual([...new Set(outside.map(([name]) => name))].toSorted());
  for (const [name, version] of outside) expect(version, `${name} has an exact version`).toMatch(/^\d+\.\d+\.\d+/);
});

test("no name in the code uses a word that the glossary refuses", () => {
  const refused = [...read("docs/glossary.md").matchAll(/`([a-z -]+)`(?=[^|]*\|$)/gm)].map(([, word = ""]) => word);
  expect(refused).toContain("catalog");
  // The payment sandbox uses the provider's words.
  const sources = globSync("{apps,packages}/*/src/**/*.{ts,tsx}", { cwd: home }).filter(
    (file) => !file.includes("payment-sandbox"),
  );
  const names = sources.flatMap((file) => [
    path.basename(file),
    ...[...read(file).matchAll(/\b(?:const|let|function|class|interface|type) (\w+)/g)].map(([, name = ""]) => name),
  ]);
  const words = names.map((name) => ` ${name.replaceAll(/([a-z])([A-Z])|[-_.]/g, "$1 $2").toLowerCase()} `);
  for (const word of refused) {
    const wrong = names.filter((_, index) => words[index]?.includes(` ${word.replace("-", " ")} `));
    expect([word, ...new Set(wrong)]).toEqual([word]);
  }
});

test("each command that a page names exists", () => {
  const { scripts = {} } = manifest("package.json");
  for (const page of pages) {
    for (const [, name] of read(page).matchAll(/npm run (?:-s )?([a-z][a-z:-]*)/g)) {
      expect(Object.keys(scripts), `${page}: npm run ${name}`).toContain(name);
    }
  }
});

test("each link of a page leads somewhere", () => {
  for (const page of pages) {
    for (const [, target = ""] of read(page).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)) {
      if (/^https?:/.test(target)) continue;
      expect(existsSync(path.join(home, path.dirname(page), target)), `${page}: ${target}`).toBe(true);
    }
  }
});

test("the README's sign-ins are the demo's", () => {
  const known = new Map(demoSignIns.map(({ username, password }) => [username, password]));
  const told = [...read("README.md").matchAll(/^\| `([^`]+)` \| `([^`]+)` \|/gm)];
  expect(told.length).toBeGreaterThan(3);
  for (const [, username = "", password] of told) expect(known.get(username), username).toBe(password);
});

describe("LOOK-24 a stranger's questions", () => {
  const readme = read("README.md");

  test.each([
    ["how a fault in security is reported", "SECURITY.md"],
    ["how the code is changed", "CONTRIBUTING.md"],
    ["how it runs in a container", "compose.yaml"],
    ["who may call what", "docs/authority.md"],
    ["which settings there are", "docs/configuration.md"],
    ["how the name is changed", "docs/brand.md"],
  ])("LOOK-24 %s: the README leads to %s in a row of its questions", (_question, file) => {
    expect(readme).toMatch(new RegExp(`^\\| [A-Z].*\\? \\|.*\\]\\(${file.replaceAll(".", "\\.")}\\)`, "m"));
    expect(existsSync(path.join(home, file))).toBe(true);
  });

  test("LOOK-24 which card shows which failure: the README has the sandbox's own list", () => {
    const told = [...readme.matchAll(/^\| `([\d ]+)` \| (.+?) \| (.+?) \|$/gm)];
    expect(told.map(([, number, saving, paying]) => ({ number, saving, paying }))).toEqual(testCardLines());
  });

  test("LOOK-24 which Node: said once, and what the package and the start ask for", () => {
    const [, wanted = ""] = /Node (\d+\.\d+) or later/.exec(readme) ?? [];
    const { engines } = JSON.parse(read("package.json")) as { engines: { node: string } };
    expect(engines.node).toBe(`>=${wanted}`);
    expect(read("scripts/prepare.mjs")).toContain(`Foyer needs Node ${wanted} or later`);
    const [, runs] = /the Node that runs it, (\d+),/.exec(readme) ?? [];
    expect(read("scripts/prepare.mjs")).toContain(`const NODE_WANTED = ${runs};`);
    for (const page of pages.filter((one) => one !== "README.md" && !one.startsWith("docs/decisions"))) {
      expect(read(page), page).not.toMatch(/\bNode (\d+\.\d+|\d+ or later|>=)/);
    }
  });

  test("LOOK-24 the pictures are there, in both themes", () => {
    const pictures = [...readme.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, file = ""]) => file);
    expect(pictures.length).toBeGreaterThan(3);
    for (const file of pictures) expect(existsSync(path.join(home, file)), file).toBe(true);
    const light = pictures.filter((file) => file.endsWith("-light.png"));
    expect(pictures.filter((file) => file.endsWith("-dark.png"))).toHaveLength(light.length);
  });

  test("LOOK-24 the compose file builds by a file that exists, and names settings that exist", () => {
    const compose = read("compose.yaml");
    const [, dockerfile = ""] = /dockerfile: (\S+)/.exec(compose) ?? [];
    expect(existsSync(path.join(home, dockerfile))).toBe(true);
    const named = [...compose.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) expect(settingNames).toContain(name);
  });

  test("HA-09 the compose file of deploy/ha mounts files that exist, names settings that exist, and makes the documented logins", () => {
    const compose = read("deploy/ha/compose.yaml");
    const mounted = [...compose.matchAll(/(\.{1,2}\/[\w./-]+):\/\S+:ro/g)].map(([, file = ""]) => file);
    expect(new Set(mounted).size).toBeGreaterThanOrEqual(8);
    // The key is the operator's own.
    for (const file of mounted.filter((one) => one !== "./both.pem"))
      expect(existsSync(path.join(home, "deploy/ha", file)), file).toBe(true);
    const [, settings = ""] = /x-settings: &settings\n((?: {2}.*\n)+)/.exec(compose) ?? [];
    const named = [...settings.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name);
    expect(named).toContain("DATABASE_POOL_URL");
    for (const name of named) expect(settingNames).toContain(name);
    const [, block = ""] = /## Database logins[\s\S]*?```sql\n([\s\S]*?)```/.exec(read("docs/operations.md")) ?? [];
    const statements = block.split(";\n").filter(Boolean);
    expect(statements).toHaveLength(3);
    for (const statement of statements) expect(read("deploy/ha/logins.sql")).toContain(statement);
    for (const [login] of read("deploy/ha/userlist.txt").matchAll(/\S+(?= )/g))
      expect(settings).toContain(`//${login.replaceAll('"', "")}:change-me-2@127.0.0.1:6432/`);
  });
});

test("each app and package has a README of at most 30 lines", () => {
  for (const folder of globSync("{apps,packages}/*/package.json", { cwd: home }).map((file) => path.dirname(file))) {
    expect(read(`${folder}/README.md`).trimEnd().split("\n").length, folder).toBeLessThanOrEqual(30);
  }
});

/** True if a line of code, not a comment, has the title in quotes: as npm run torture selects its tests. */
function namesTest(file: string, title: string): boolean {
  const wanted = /^F\d+$/.test(title) ? `\\b${title}\\b` : title;
  const quoted = new RegExp(`["'\`].*${wanted}.*["'\`]`);
  return read(file)
    .split("\n")
    .some((line) => !/^\s*(\/\/|\/?\*)/.test(line) && quoted.test(line));
}

test("HA-11 each of the 33 faults is proved by tests that npm run torture finds, in the files that docs/faults.md names", () => {
  const faults = JSON.parse(read("scripts/faults.json")) as Readonly<Record<string, readonly [string, string][]>>;
  expect(Object.keys(faults)).toEqual(Array.from({ length: 33 }, (_, n) => `F${n + 1}`));
  const page = read("docs/faults.md");
  for (const [fault, proofs] of Object.entries(faults)) {
    expect(proofs, fault).not.toHaveLength(0);
    const row = page.split("\n").find((line) => line.startsWith(`| ${fault} `)) ?? "";
    for (const [file, title] of proofs) {
      expect(namesTest(file, title), `${fault}: a test of ${file} is named ${title}`).toBe(true);
      expect(row, `${fault} in docs/faults.md`).toContain(`\`${file}\``);
    }
  }
});
