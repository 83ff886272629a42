import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { settingNames } from "@foyer/service-kit/config";
import { expect, test } from "vitest";
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

test("each app and package has a README of at most 30 lines", () => {
  for (const folder of globSync("{apps,packages}/*/package.json", { cwd: home }).map((file) => path.dirname(file))) {
    expect(read(`${folder}/README.md`).trimEnd().split("\n").length, folder).toBeLessThanOrEqual(30);
  }
});

test("each of the 33 faults is proved by tests that npm run torture finds, in the files that docs/faults.md names", () => {
  const faults = JSON.parse(read("scripts/faults.json")) as Readonly<Record<string, readonly [string, string][]>>;
  expect(Object.keys(faults)).toEqual(Array.from({ length: 33 }, (_, n) => `F${n + 1}`));
  const page = read("docs/faults.md");
  for (const [fault, proofs] of Object.entries(faults)) {
    const row = page.split("\n").find((line) => line.startsWith(`| ${fault} `)) ?? "";
    for (const [file, title] of proofs) {
      expect(read(file), `${fault}: ${title}`).toContain(title);
      expect(row, `${fault} in docs/faults.md`).toContain(`\`${file}\``);
    }
  }
});
