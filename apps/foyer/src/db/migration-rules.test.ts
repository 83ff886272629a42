import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { allSchemas } from "./migrations.ts";

/** Migrations of the first version run before anybody has a row. Those of later ones have numbers from here on, and meet tables in use. */
const FIRST_AFTER_RELEASE = 100;

const folders = [
  new URL("../../../../packages/service-kit/src/migrations/", import.meta.url),
  ...allSchemas.map(({ folder }) => folder),
];

const withoutComments = (text: string): string => text.replaceAll(/--.*$/gm, "").replaceAll(/\$\$.*?\$\$/gs, "$$");

/** What a statement does to a table that is there already, while instances serve from it. */
const RULES: readonly (readonly [what: string, pattern: RegExp])[] = [
  [
    "builds an index while nobody can write; say `concurrently`",
    /^create (?:unique )?index (?!concurrently)\S.* on (\S+)/,
  ],
  ["drops an index while nobody can read; say `concurrently`", /^drop index (?!concurrently)()/],
  ["rewrites the table with another type", /^alter table (\S+).*\balter column \S+ (?:set data )?type\b/],
  [
    "rewrites the table for numbers or computed values",
    /^alter table (\S+).*\badd column .*(?:\bgenerated\b|serial\b)/,
  ],
  [
    "rewrites the table for a default that each row has another of",
    /^alter table (\S+).*\badd column .*default [^,]*(?:clock_timestamp|random|gen_random_uuid|nextval)\s*\(/,
  ],
  [
    "reads the whole table while nobody can use it; say `not valid`, and validate in a later migration",
    /^alter table (\S+)(?!.*not valid).*\badd constraint\b.*\b(?:check|foreign key|references)\b/,
  ],
  [
    "builds an index while nobody can use the table; build it `concurrently`, then say `using index`",
    /^alter table (\S+)(?!.*\busing index\b).*\badd\b.*\b(?:unique|primary key|exclude)\b/,
  ],
  ["reads the whole table while nobody can use it; validate a check first", /^alter table (\S+).*\bset not null\b/],
  ["changes every row in one transaction; a sweep does so in parts", /^update (\S+) (?!.*\bwhere\b)/],
];

/** One line for each statement of a migration that would keep others waiting; tables that it makes itself are nobody's yet. */
function faultsOf(text: string): string[] {
  const isConcurrent = text.startsWith("-- concurrently\n");
  const statements = withoutComments(text)
    .split(";")
    .map((statement) => statement.replaceAll(/\s+/g, " ").trim().toLowerCase())
    .filter((statement) => statement !== "");
  const made = new Set(statements.flatMap((one) => /^create table (?:if not exists )?(\S+)/.exec(one)?.[1] ?? []));
  const locked = new Set(statements.flatMap((one) => /^alter table (?:only )?(\S+)/.exec(one)?.[1] ?? []));
  const faults = statements.flatMap((statement) =>
    RULES.flatMap(([what, pattern]) => {
      const match = pattern.exec(statement);
      return match && !made.has(match[1] ?? "") ? [`${statement}: ${what}`] : [];
    }),
  );
  for (const table of made) locked.delete(table);
  if (locked.size > 1) faults.push(`locks ${[...locked].join(" and ")}: one file changes one table that is there`);
  const misplaced = statements.filter(
    (one) => /^(create|drop) (unique )?index concurrently/.test(one) !== isConcurrent,
  );
  for (const one of misplaced)
    faults.push(`${one}: what is concurrent stands alone, in a file that begins with "-- concurrently"`);
  return faults;
}

test("HA-06 no migration after the first version keeps those waiting who serve meanwhile", () => {
  const faults = folders.flatMap((folder) =>
    fs
      .readdirSync(fileURLToPath(folder))
      .filter((file) => Number(file.slice(0, 4)) >= FIRST_AFTER_RELEASE)
      .flatMap((file) => faultsOf(fs.readFileSync(new URL(file, folder), "utf8")).map((fault) => `${file}: ${fault}`)),
  );
  expect(faults).toEqual([]);
});

describe("HA-06 the rules find what they are for", () => {
  test.each([
    "create index seats_note on seats (note);",
    "create unique index seats_note on seats (note);",
    "drop index seats_address;",
    "alter table operations add column number bigint generated always as identity;",
    "alter table seats alter column note type bytea using note::bytea;",
    "alter table seats add column at timestamptz not null default clock_timestamp();",
    "alter table seats add constraint seat_noted check (note <> '');",
    "alter table seats\n  add column note text,\n  add constraint seat_license foreign key (license_id) references licenses;",
    "alter table seats alter column note set not null;",
    "alter table seats add constraint seat_note_unique unique (note);",
    "alter table seats add primary key (note);",
    "alter table seats add column note text unique;",
    "update seats set note = '';",
    "alter table seats add column note text; alter table licenses add column note text;",
    "-- concurrently\ncreate index concurrently a on seats (note);\nalter table seats add column note text;",
    "create index concurrently a on seats (note);",
  ])("%s", (text) => {
    expect(faultsOf(text)).not.toEqual([]);
  });

  test.each([
    "create table notes (id text primary key, seat text references seats);\ncreate index notes_seat on notes (seat);",
    "alter table seats add column note text not null default '';",
    "alter table seats add constraint seat_noted check (note <> '') not valid;",
    "alter table seats validate constraint seat_noted;",
    "-- concurrently\ncreate index concurrently if not exists seats_note on seats (note);",
    "alter table seats add constraint seat_note_unique unique using index seats_note;",
    "update limits set tries = 0 where key = 'one';",
  ])("and nothing in: %s", (text) => {
    expect(faultsOf(text)).toEqual([]);
  });
});
