// Checks who may import whom by `.dependency-cruiser.mjs`: `node scripts/boundaries.mjs [ROOT]`.
//
// The tool prints a tick and exits 0 even if it could read nothing. So this script also fails if a folder with
// TypeScript sources was not read.
//
// It also checks that SQL in apps and packages occurs only in files named `…-store.ts` and in db/.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const home = dirname(dirname(fileURLToPath(import.meta.url)));
const root = resolve(process.argv[2] ?? home);
const tool = fileURLToPath(new URL("../../bin/dependency-cruiser.mjs", import.meta.resolve("dependency-cruiser")));

const tops = ["apps", "packages", "brand", "e2e", "bench"].filter((top) => existsSync(join(root, top)));
const workspaces = tops.flatMap((top) =>
  ["apps", "packages"].includes(top) ? readdirSync(join(root, top)).map((name) => `${top}/${name}`) : [top],
);

/** Returns true if a folder contains a TypeScript file at any depth. */
function hasSources(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).some(
    (entry) =>
      entry.isFile() && /\.tsx?$/.test(entry.name) && !/node_modules|[\\/]dist([\\/]|$)/.test(entry.parentPath),
  );
}

function cruise() {
  const args = [tool, ...tops, "--config", join(home, ".dependency-cruiser.mjs"), "--output-type", "json"];
  const run = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
  if (run.error) throw run.error;
  if (!run.stdout.startsWith("{"))
    throw new Error(run.stderr || run.stdout || "the dependency cruiser printed nothing");
  return JSON.parse(run.stdout);
}

// The portal has no database, the payment sandbox has its own style of queries, and the test tools read every schema.
const NOT_HELD = ["apps/portal", "apps/payment-sandbox", "packages/testing"];
const SQL = [
  /\bsql(<[^`]*>)?`/g,
  /\bsql\.\w/g,
  /\.(selectFrom|selectNoFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/g,
  // The start and end of a transaction and a health check do not query a table.
  /\.query(<[^`(]*>)?\((?!"(begin|commit|rollback|select 1)"\))/g,
];
const MAY_HOLD_SQL = [
  /-store\.ts$/,
  /\.test\.ts$/,
  /^(apps|packages)\/[^/]+\/src\/db\//,
  /\/testing\//,
  // Code about the database itself and not a table: backups, logins and roles, migrations, prepared statements.
  /^apps\/foyer\/src\/(backup|logins)\//,
  /^packages\/service-kit\/src\/(db|migrate|point-read|prepared|queue-pool|read-lines|roles|step-migrations)\.ts$/,
];

/** Returns the line numbers where SQL begins. */
function linesOfSql(text) {
  const lines = SQL.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ index }) => text.slice(0, index).split("\n").length),
  );
  return [...new Set(lines)].toSorted((one, other) => one - other);
}

/** Returns the TypeScript files of a workspace. */
function sourcesIn(workspace) {
  const folder = join(root, workspace, "src");
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
}

/** Returns the lines with SQL outside of stores. */
function sqlOutsideStores() {
  return workspaces
    .filter((workspace) => /^(apps|packages)\//.test(workspace) && !NOT_HELD.includes(workspace))
    .flatMap((workspace) => sourcesIn(workspace).toSorted())
    .filter((file) => !MAY_HOLD_SQL.some((pattern) => pattern.test(file)))
    .flatMap((file) =>
      linesOfSql(readFileSync(join(root, file), "utf8")).map((line) => `sql-in-stores: ${file} -> line ${line}`),
    );
}

const { summary, modules } =
  tops.length > 0 ? cruise() : { summary: { violations: [], totalDependenciesCruised: 0 }, modules: [] };
const sources = modules.map((module) => module.source).filter((source) => /\.tsx?$/.test(source));
const missed = workspaces
  .filter((folder) => hasSources(join(root, folder)))
  .filter((folder) => !sources.some((source) => source.startsWith(`${folder}/`)));
const comments = new Map((summary.ruleSetUsed?.forbidden ?? []).map((rule) => [rule.name, rule.comment]));

for (const { rule, from, to } of summary.violations) {
  process.stdout.write(`${rule.name}: ${from} -> ${to}\n    ${comments.get(rule.name) ?? ""}\n`);
}
const outside = sqlOutsideStores();
for (const found of outside) {
  process.stdout.write(`${found}\n    Move the query into a file named …-store.ts beside the ones who ask.\n`);
}
for (const folder of missed) process.stdout.write(`not looked at: ${folder}\n`);
if (sources.length === 0) process.stdout.write("nothing was looked at: 0 modules\n");
process.stdout.write(
  `${summary.violations.length + outside.length} violations, ${sources.length} modules, ${summary.totalDependenciesCruised} dependencies\n`,
);
process.exitCode = summary.violations.length + outside.length > 0 || missed.length > 0 || sources.length === 0 ? 1 : 0;
