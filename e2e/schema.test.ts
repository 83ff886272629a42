import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { openPool } from "@foyer/service-kit/db";
import { testDatabase } from "@foyer/testing/database";
import type { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

const home = fileURLToPath(new URL("..", import.meta.url));

/** The declared tables of a service's schema, and the tables and columns without a declaration. */
interface Told {
  readonly schema: string;
  readonly file: string;
  readonly type: string;
  /** Tables, and columns as `table.column`, that none of our queries name. */
  readonly leftOut: readonly string[];
}

/** Tables of the kit and of the migration library. */
const kept = ["idempotency_keys", "rate_limits", "kysely_migration", "kysely_migration_lock"];

const accounts: Told = {
  schema: "accounts",
  file: "apps/accounts/src/db/schema.ts",
  type: "AccountsTables",
  leftOut: [...kept, "secret_sealing"],
};
const purchase: Told = {
  schema: "purchase",
  file: "apps/purchase/src/db/schema.ts",
  type: "PurchaseTables",
  // A table and a column that only the previous version used; the database fills the column.
  leftOut: [...kept, "staged_changes", "operations.subscription_id"],
};
const services = [accounts, purchase];

/** The type of a value in JavaScript, by PostgreSQL's name of the type. */
const kinds: Readonly<Record<string, string>> = {
  text: "text",
  uuid: "text",
  int2: "number",
  int4: "number",
  int8: "number",
  float8: "number",
  bool: "yes or no",
  timestamptz: "time",
  bytea: "bytes",
  jsonb: "json",
  _text: "texts",
};

/** By table and column, each in words: `text`, `time or null, optional`. */
type Tables = Map<string, Record<string, string>>;

/** Returns the tables of a schema after all migrations. A column is optional if the database has a default for it. */
async function tablesOf(pool: Pool, { schema, leftOut }: Told): Promise<Tables> {
  const { rows } = await pool.query<{ name: string; column: string; type: string; isNull: boolean; isFilled: boolean }>(
    `select table_name as name, column_name as column, udt_name as type, is_nullable = 'YES' as "isNull",
       is_nullable = 'YES' or column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as "isFilled"
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = $1 and table_type = 'BASE TABLE' order by table_name, ordinal_position`,
    [schema],
  );
  const tables: Tables = new Map();
  for (const { name, column, type, isNull, isFilled } of rows) {
    if (leftOut.includes(name) || leftOut.includes(`${name}.${column}`)) continue;
    const words = `${kinds[type] ?? type}${isNull ? " or null" : ""}${isFilled ? ", optional" : ""}`;
    tables.set(name, { ...tables.get(name), [column]: words });
  }
  return tables;
}

/**
 * The declared type of a column, in the same words. A required property is also correct for a column with a default.
 */
const WORDS = `
type Kind<T> = [T] extends [string] ? "text" : [T] extends [number] ? "number" : [T] extends [boolean] ? "yes or no"
  : [T] extends [Date] ? "time" : [T] extends [Buffer] ? "bytes" : [T] extends [readonly string[]] ? "texts" : "json";
type Null<T> = unknown extends T ? "" : null extends T ? " or null" : "";
type Optional<T> = undefined extends T ? ", optional" : null extends T ? ", optional" : "" | ", optional";
type Words<Column> = \`\${Kind<NonNullable<SelectType<Column>>>}\${Null<SelectType<Column>>}\${Optional<InsertType<Column>>}\`;
type Told<Table> = { readonly [Column in keyof Table]: Words<Table[Column]> };
`;

/** Returns a file that compiles if the types of a schema match these tables: a constant for each table. */
function check({ file, type }: Told, tables: Tables): string {
  const schema = relative(folder, join(home, file));
  const constants = [...tables].map(([name, columns]) => {
    const lines = Object.entries(columns).map(([column, words]) => `  ${column}: "${words}",\n`);
    return `export const ${name}: Told<${type}["${name}"]> = {\n${lines.join("")}};\n`;
  });
  const names = [...tables.keys()].map((name) => `"${name}"`).join(" | ");
  return `import type { InsertType, SelectType } from "kysely";
import type { ${type} } from "${schema}";${WORDS}${constants.join("")}
type Missing = Exclude<keyof ${type}, ${names}>;
export const missing: [Missing] extends [never] ? null : Missing = null;\n`;
}

/** Returns the compiler's errors for these files by file name: the wrong line and the reason. */
function compile(files: Readonly<Record<string, string>>): Readonly<Record<string, string[]>> {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.ts`), text);
  const compilerOptions = { incremental: false, types: ["node"] };
  const config = { extends: "../../tsconfig.base.json", compilerOptions, include: ["*.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const args = [join(home, "node_modules/.bin/tsc"), "-p", folder, "--pretty", "false"];
  const run = spawnSync(process.execPath, args, { encoding: "utf8" });
  const said: Record<string, string[]> = Object.fromEntries(Object.keys(files).map((name) => [name, []]));
  for (const line of `${run.stdout}${run.stderr}`.split("\n").filter((each) => each !== "")) {
    const [, name = "", at, why = line] = /(\w+)\.ts\((\d+),\d+\): (?:error \w+: )?(.*)/.exec(line) ?? [];
    const source = files[name]?.split("\n")[Number(at) - 1]?.trim() ?? "";
    (said[name] ??= []).push(`${source} ${why}`);
  }
  return said;
}

/** Changes by a migration that no type declares. */
const planted = `
  alter table accounts.browsers drop column user_agent;
  alter table accounts.upgrades add column shoe_size text;
  alter table accounts.license_keys add column seats_text text not null default '', drop column seats;
  alter table accounts.license_keys rename column seats_text to seats;
  alter table accounts.sign_ups alter column email drop not null;
  alter table accounts.licenses alter column used_seats drop default;
  drop table accounts.legal_holds;
  create table accounts.gifts (id text);`;

let folder = "";
let said: Readonly<Record<string, string[]>> = {};
const sizes = new Map<string, number>();
beforeAll(async () => {
  const cache = join(home, ".cache");
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, "schema-"));
  const database = await testDatabase();
  const pool = openPool({ url: database.url, role: null, schema: "public" });
  const files: Record<string, string> = {};
  for (const told of services) {
    const tables = await tablesOf(pool, told);
    sizes.set(told.schema, tables.size);
    files[told.schema] = check(told, tables);
  }
  await pool.query(planted);
  files["planted"] = check(accounts, await tablesOf(pool, accounts));
  await pool.end();
  await database.close();
  said = compile(files);
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each(services)("the types of schema $schema match every migrated table and column", (told) => {
  expect(sizes.get(told.schema)).toBeGreaterThan(10);
  expect(said[told.schema]).toEqual([]);
});

test("a missing, new or changed column or table is reported", () => {
  expect(said["planted"]?.toSorted().map((line) => line.replace(/ in type '\{.*?\}'/, ""))).toEqual([
    `email: "text or null, optional", Type '"text or null, optional"' is not assignable to type '"text" | "text, optional"'.`,
    `export const browsers: Told<AccountsTables["browsers"]> = { Property 'user_agent' is missing but required in type 'Told<BrowserTable>'.`,
    `export const gifts: Told<AccountsTables["gifts"]> = { Property 'gifts' does not exist on type 'AccountsTables'.`,
    `export const missing: [Missing] extends [never] ? null : Missing = null; Type 'null' is not assignable to type '"legal_holds"'.`,
    `seats: "text, optional", Type '"text, optional"' is not assignable to type '"number" | "number, optional"'.`,
    `shoe_size: "text or null, optional", Object literal may only specify known properties, and 'shoe_size' does not exist in type 'Told<UpgradeTable>'.`,
    `used_seats: "number", Type '"number"' is not assignable to type '"number, optional"'.`,
  ]);
});
