import type pg from "pg";
import { allSchemas } from "../db/migrations.ts";

/** A table of this product and its writable columns. */
export interface Table {
  /** For example `accounts.seats`. */
  readonly name: string;
  readonly columns: readonly string[];
}

/** Tables of the migration tools, which are not part of a backup. */
const BOOKKEEPING = /^(kysely_migration(_lock)?|migrations)$/;

const schemas: readonly string[] = allSchemas.flatMap(({ schema, isService }) =>
  isService ? [schema, `${schema}_jobs`] : [schema],
);

/** Returns all tables, each after the tables that it references. */
export async function ourTables(client: pg.PoolClient): Promise<readonly Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; refers: string[] }>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       array(select quote_ident(attname) from pg_attribute
         where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
       array(select confrelid::regclass::text from pg_constraint
         where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as refers
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind = 'r' and c.relname !~ $2
     order by n.nspname, c.relname`,
    [schemas, BOOKKEEPING.source],
  );
  const waiting = new Map(rows.map((row) => [row.name, row]));
  const sorted: Table[] = [];
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(({ refers }) => !refers.some((other) => waiting.has(other)));
    if (free.length === 0) throw new Error(`these tables refer to each other: ${[...waiting.keys()].join(", ")}`);
    for (const { name, columns } of free) {
      sorted.push({ name, columns });
      waiting.delete(name);
    }
  }
  return sorted;
}

/** Returns the migrations that have run, by schema. A backup can only be loaded if they are the same. */
export async function migrationsRun(client: pg.PoolClient): Promise<Readonly<Record<string, readonly string[]>>> {
  const run: Record<string, string[]> = {};
  for (const { schema } of allSchemas) {
    const { rows } = await client.query<{ name: string }>(`select name from ${schema}.kysely_migration order by name`);
    run[schema] = rows.map(({ name }) => name);
  }
  return run;
}
